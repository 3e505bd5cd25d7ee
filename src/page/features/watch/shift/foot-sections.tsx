import type { AirportSectionProps } from '../../../live/desk-part.ts'
import StopSection from '../stops/stop-section.tsx'
import SnoozeSection from './snooze-section.tsx'

/** What people recorded of a place or an airport: which work rests there, and until when nothing goes out of it. */
export default function FootSections(props: AirportSectionProps) {
  return (
    <>
      <StopSection {...props} />
      <SnoozeSection {...props} />
    </>
  )
}
