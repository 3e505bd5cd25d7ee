import { useMemo, useSyncExternalStore } from 'react'
import { situationAt } from '../../core/airports/board-row.ts'
import { useNowcast } from '../live/nowcast/use-nowcast.ts'
import { usePlaces } from '../live/places/place-store.ts'
import { useReports } from '../live/reports/use-reports.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'
import { boardSources } from './board-sources.ts'

/** Airports and places by their ids, the worst first; those that are equally grave stay in the order in which they were given. */
export function useWorstFirst(ids: readonly string[]): readonly string[] {
  const { clock, live } = useServerConnection()
  const { holdTimers } = live
  const reading = useSyncExternalStore(holdTimers.subscribe, holdTimers.version)
  const outlook = useNowcast()
  const version = useReports().version()
  const places = usePlaces((state) => state.places)
  const scheme = usePage((state) => state.categoryScheme)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores say by their versions that they changed
  return useMemo(() => {
    const nowMs = clock.now()
    const sources = boardSources(live, { watched: ids, scheme, nowMs })
    const gravities = new Map(ids.map((id) => [id, situationAt(id, sources, nowMs).gravity]))
    return ids.toSorted((a, b) => gravities.get(b)! - gravities.get(a)!)
  }, [ids, clock, live, reading, outlook, version, places, scheme])
}
