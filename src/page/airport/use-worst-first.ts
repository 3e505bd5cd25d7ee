import { useMemo, useSyncExternalStore } from 'react'
import { checkReport } from '../../core/airports/report-check.ts'
import { gravityOf } from '../../core/airports/urgency.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../core/metar/flight-category.ts'
import { reportAge } from '../../core/metar/report.ts'
import { comingTo, isComingSoon, urgencyAt } from '../../core/nowcast/coming.ts'
import { levelReaderOf } from '../live/levels/use-levels.ts'
import { useNowcast } from '../live/nowcast/use-nowcast.ts'
import { isPlace, usePlaces } from '../live/places/place-store.ts'
import { useReports } from '../live/reports/use-reports.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'

/** Airports and places by their ids, the worst first; those that are equally grave stay in the order in which they were given. */
export function useWorstFirst(ids: readonly string[]): readonly string[] {
  const { clock, live } = useServerConnection()
  const { holdTimers, nowcast } = live
  const reading = useSyncExternalStore(holdTimers.subscribe, holdTimers.version)
  const outlook = useNowcast()
  const reports = useReports()
  const version = reports.version()
  const places = usePlaces((state) => state.places)
  const scheme = usePage((state) => state.categoryScheme)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores say by their versions that they changed
  return useMemo(() => {
    const nowMs = clock.now()
    const next = nowcast.now()
    const gravity = (id: string) => {
      const holdTimer = holdTimers.read(id)
      const report = reports.latest(id)
      const isCurrent = report && reportAge(report.obsTimeMs, nowMs) !== 'outdated'
      const levels = levelReaderOf(holdTimers).read(id)
      const state = {
        report,
        category: isCurrent ? flightCategory(report, CATEGORY_PRESETS[scheme]) : ('unknown' as const),
        holdTimer,
        levels: levels.kind === 'told' ? levels.lightning : null,
        check: report && holdTimer ? checkReport(report, holdTimer) : null,
        chance: urgencyAt(next, id, nowMs),
        isComing: isComingSoon(comingTo(next, id, nowMs)),
        isPlace: isPlace(id),
      }
      return gravityOf(state, nowMs)
    }
    const gravities = new Map(ids.map((id) => [id, gravity(id)]))
    return ids.toSorted((a, b) => gravities.get(b)! - gravities.get(a)!)
  }, [ids, clock, holdTimers, nowcast, reading, outlook, reports, version, places, scheme])
}
