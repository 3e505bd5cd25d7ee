import { useMemo, useSyncExternalStore } from 'react'
import type { Airport } from '../../../core/airports/airport.ts'
import { type BoardRow, boardRow, filterBoard, orderBoard } from '../../../core/airports/airport-board.ts'
import { CATEGORY_PRESETS } from '../../../core/metar/flight-category.ts'
import { holdTimerKeeperOf } from '../../live/airports/hold-timers.ts'
import { reportStore } from '../../live/reports/report-store.ts'
import { useReportVersion } from '../../live/reports/use-reports.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'

/** The rows of the board in order; and how many airports there are. */
export function useBoardRows(): { rows: BoardRow[]; total: number } {
  const all = useAllRows()
  const { sort, filter } = usePage((state) => state.board)
  const rows = useMemo(() => orderBoard(filterBoard(all, filter), sort), [all, filter, sort])
  return { rows, total: all.length }
}

/** Every airport as a row, anew each second and with each report. */
export function useAllRows(): readonly BoardRow[] {
  const connection = useServerConnection()
  const keeper = holdTimerKeeperOf(connection)
  const reading = useSyncExternalStore(keeper.subscribe, keeper.version)
  const reports = useReportVersion()
  const watched = usePage((state) => state.watched)
  const scheme = usePage((state) => state.categoryScheme)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores say by their versions that they changed
  return useMemo(() => {
    const watchedNow = new Set(watched)
    const sources = {
      latest: reportStore.latest,
      clock: (icao: string) => keeper.read(icao),
      isWatched: (icao: string) => watchedNow.has(icao),
      preset: CATEGORY_PRESETS[scheme],
    }
    const nowMs = connection.clock.now()
    return airportsByCode().map((airport) => boardRow(airport, sources, nowMs))
  }, [connection, keeper, reading, reports, watched, scheme])
}

let sortedOf: readonly Airport[] = []
let sorted: readonly Airport[] = []

/** The list in order of codes, sorted once for each list. */
function airportsByCode(): readonly Airport[] {
  const airports = reportStore.airports()
  if (airports !== sortedOf) {
    sortedOf = airports
    sorted = airports.toSorted((a, b) => (a.icao < b.icao ? -1 : 1))
  }
  return sorted
}
