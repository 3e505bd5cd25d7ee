import { useMemo, useSyncExternalStore } from 'react'
import { type BoardRow, filterBoard, orderBoard } from '../../../core/airports/airport-board.ts'
import { useNowcast } from '../../live/nowcast/use-nowcast.ts'
import { useReports } from '../../live/reports/use-reports.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { boardRows } from './board-rows.ts'

/** The rows of the board in order; and how many airports there are. */
export function useBoardRows(): { rows: BoardRow[]; total: number } {
  const all = useAllRows()
  const { sort, filter } = usePage((state) => state.board)
  const rows = useMemo(() => orderBoard(filterBoard(all, filter), sort), [all, filter, sort])
  return { rows, total: all.length }
}

/** Every airport as a row, anew each second and with each report. */
export function useAllRows(): readonly BoardRow[] {
  const { clock, live } = useServerConnection()
  const { holdTimers } = live
  const reading = useSyncExternalStore(holdTimers.subscribe, holdTimers.version)
  const nowcast = useNowcast()
  const version = useReports().version()
  const watched = usePage((state) => state.watched)
  const scheme = usePage((state) => state.categoryScheme)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores say by their versions that they changed
  return useMemo(
    () => boardRows(live, { watched, scheme, nowMs: clock.now() }),
    [clock, live, reading, nowcast, version, watched, scheme],
  )
}
