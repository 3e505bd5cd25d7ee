import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { RecordStop } from '../stops/record-stop.tsx'
import SnoozeSection from './snooze-section.tsx'

/** What people do about a place or an airport: record that work stops there, and hold back what goes out of it. */
export default function FootSections(props: AirportSectionProps) {
  return (
    <>
      <RecordStop {...props} />
      <SnoozeSection {...props} />
    </>
  )
}
