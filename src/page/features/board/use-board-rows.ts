import { useMemo, useSyncExternalStore } from 'react'
import type { Airport } from '../../core/airport.ts'
import { type BoardRow, boardRow, filterBoard, orderBoard } from '../../core/airport-board.ts'
import { CATEGORY_PRESETS } from '../../core/flight-category.ts'
import { clockKeeperOf } from '../../shell/airport-clocks.ts'
import { useContract } from '../../shell/contract-context.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useReportVersion } from '../../shell/use-reports.ts'

/** The rows of the board in order; and how many airports there are. */
export function useBoardRows(): { rows: BoardRow[]; total: number } {
  const all = useAllRows()
  const { sort, filter } = useShell((state) => state.board)
  const rows = useMemo(() => orderBoard(filterBoard(all, filter), sort), [all, filter, sort])
  return { rows, total: all.length }
}

/** Every airport as a row, anew each second and with each report. */
export function useAllRows(): readonly BoardRow[] {
  const contract = useContract()
  const keeper = clockKeeperOf(contract)
  const reading = useSyncExternalStore(keeper.subscribe, keeper.version)
  const reports = useReportVersion()
  const watched = useShell((state) => state.watched)
  const scheme = useShell((state) => state.categoryScheme)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores say by their versions that they changed
  return useMemo(() => {
    const watchedNow = new Set(watched)
    const sources = {
      latest: reportStore.latest,
      clock: (icao: string) => keeper.read(icao),
      isWatched: (icao: string) => watchedNow.has(icao),
      preset: CATEGORY_PRESETS[scheme],
    }
    const nowMs = contract.clock.now()
    return airportsByCode().map((airport) => boardRow(airport, sources, nowMs))
  }, [contract, keeper, reading, reports, watched, scheme])
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
