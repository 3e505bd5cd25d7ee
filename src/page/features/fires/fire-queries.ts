import { queryOptions } from '@tanstack/react-query'
import type { Answer, ContractApi } from '../../../client/http/contract-api.ts'
import { type Cell, cellAt } from '../../../core/geo/grid.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** The first part of the query key of a cell. */
export const FIRES_KEY = 'fires'
/** Minimum age of a cell before a request when it comes into view again. */
export const CELL_FRESH_MS = 10 * MINUTE_MS
/** Refresh interval of a cell in view: satellites pass every few hours, and each request costs points. */
export const CELL_REFRESH_MS = 30 * MINUTE_MS
/** Refresh interval after a failure or an expired response: the server may have a new one. */
const CELL_AGAIN_MS = MINUTE_MS
/** A cell that was in view within the last hour is kept. */
export const CELL_KEEP_MS = 60 * MINUTE_MS

export function cellOfKey([, key]: readonly unknown[]): Cell | null {
  const [column, row] = String(key).split('.').map(Number)
  return Number.isInteger(column) && Number.isInteger(row) ? cellAt(column!, row!) : null
}

/** Time until the next request of a cell: sooner after a failure, or if it is overdue. */
export function nextRequestMs(otherwiseMs: number) {
  return ({ state: { status, data } }: { state: { status: string; data: Answer<unknown> | undefined } }): number =>
    status === 'error' || (data?.kind === 'data' && data.stale) ? CELL_AGAIN_MS : otherwiseMs
}

/** Whole grid cells rather than the raw view: panning reuses cells, and so do other viewers of the relay. */
export function firesInCell(api: ContractApi, cell: Cell) {
  return queryOptions({
    queryKey: [FIRES_KEY, cell.key],
    queryFn: ({ signal }) => api.firesInBox(cell.box, signal),
    staleTime: nextRequestMs(CELL_FRESH_MS),
    gcTime: CELL_KEEP_MS,
  })
}
