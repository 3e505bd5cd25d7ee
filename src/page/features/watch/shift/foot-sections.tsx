import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { RecordStop } from '../stops/record-stop.tsx'
import SnoozeSection from './snooze-section.tsx'

/** Actions for a place or airport: recording a work stop, snoozing its messages. */
export default function FootSections(props: AirportSectionProps) {
  return (
    <>
      <RecordStop {...props} />
      <SnoozeSection {...props} />
    </>
  )
}
