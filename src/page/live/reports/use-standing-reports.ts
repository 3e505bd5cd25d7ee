import { useSyncExternalStore } from 'react'
import type { Report } from '../../../core/metar/report.ts'
import { useLive } from '../server-connection.ts'
import { useShownAt } from '../time/use-shown-at.ts'
import type { StandingReports } from './standing-reports.ts'

/** The current reports at the shown moment; the component renders again when one changes. */
export function useStandingReports(): StandingReports {
  const { standingReports } = useLive()
  useSyncExternalStore(standingReports.subscribe, standingReports.version)
  return standingReports
}

/** An airport's report at a moment of the past that is shown; null while live. */
export function useStandingReport(icao: string): { atMs: number; report: Report | undefined; isReady: boolean } | null {
  const standing = useStandingReports()
  const shownAtMs = useShownAt()
  if (shownAtMs === null) return null
  return { atMs: standing.nowMs(), report: standing.latest(icao), isReady: standing.isReady() }
}
