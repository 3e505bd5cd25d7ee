import { useMemo, useSyncExternalStore } from 'react'
import { filterBoard, orderBoard } from '../../../core/airports/airport-board.ts'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { useNowcast } from '../../live/nowcast/use-nowcast.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { useAirports, useReports } from '../../live/reports/use-reports.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { boardRows, rowsInQuestion } from './board-rows.ts'

export function useBoardRows(): { rows: BoardRow[]; total: number } {
  const all = useAllRows()
  const { sort, filter } = usePage((state) => state.board)
  const rows = useMemo(() => orderBoard(filterBoard(all, filter), sort), [all, filter, sort])
  return { rows, total: all.length }
}

/** Every airport and place as a row, updated each second and with each report. */
export function useAllRows(): readonly BoardRow[] {
  return useRows(boardRows, useReports().version())
}

/**
 * Candidate rows for the list of the worst, updated each second: a report waits for that, as it changes one of hundreds
 * of rows. And the total number of airports and places.
 */
export function useRowsInQuestion(): { rows: readonly BoardRow[]; total: number } {
  const airports = useAirports()
  const rows = useRows(rowsInQuestion, airports)
  const places = usePlaces((state) => state.places.length)
  return { rows, total: airports.length + places }
}

/** In a storm over thousands of places their order changes slowly, and their count-downs are read each second anyway. */
const MANY = 300
const SECONDS_OF_MANY = 3

/** `reports`: rows are made again at once when this changes. */
function useRows(make: typeof boardRows, reports: unknown): readonly BoardRow[] {
  const { clock, live } = useServerConnection()
  const { holdTimers } = live
  const reading = useSyncExternalStore(holdTimers.subscribe, () => {
    const version = holdTimers.version()
    return holdTimers.struck().length > MANY ? Math.floor(version / SECONDS_OF_MANY) : version
  })
  const nowcast = useNowcast()
  const places = usePlaces((state) => state.places)
  const watched = usePage((state) => state.watched)
  const scheme = usePage((state) => state.categoryScheme)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores say by their versions that they changed
  return useMemo(
    () => make(live, { watched, scheme, nowMs: clock.now() }),
    [make, clock, live, reading, nowcast, reports, places, watched, scheme],
  )
}
