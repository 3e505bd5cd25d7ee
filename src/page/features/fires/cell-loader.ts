import type { QueryClient } from '@tanstack/react-query'
import type { Answer, ContractApi } from '../../../client/http/contract-api.ts'
import type { Cell } from '../../../core/geo/grid.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { CELL_FRESH_MS, CELL_REFRESH_MS, firesInCell } from './fire-queries.ts'

/** Asked for at once by one page: the upstream answers two a second, and a click must not wait behind a map of fires. */
const IN_FLIGHT_MAX = 2
const LOOK_AGAIN_MS = MINUTE_MS

/** Fetches the cells of the newest view, a few at a time, and renews those that stay in view. */
export function createCellLoader(deps: { queries: QueryClient; api: ContractApi; clock: Clock }) {
  const { queries, api, clock } = deps
  let cells: readonly Cell[] = []
  let due: Cell[] = []
  let inFlight = 0
  let stopLooking: (() => void) | null = null

  /** Cells never had, or held for longer than `ageMs`; a failed one waits for the next look. */
  function olderThan(ageMs: number): Cell[] {
    const now = Date.now() // the cache stamps its entries by the machine's clock
    return cells.filter((cell) => {
      const state = queries.getQueryState<Answer<unknown>>(firesInCell(api, cell).queryKey)
      if (state?.fetchStatus === 'fetching') return false
      // Past its time already: a new answer may be there by the next look.
      const isStale = state?.data?.kind === 'data' && state.data.stale
      const dueMs = isStale ? LOOK_AGAIN_MS : ageMs
      const triedMs = Math.max(state?.dataUpdatedAt ?? 0, (state?.errorUpdatedAt ?? 0) + LOOK_AGAIN_MS - dueMs)
      return now - triedMs >= dueMs
    })
  }

  function pump(): void {
    while (inFlight < IN_FLIGHT_MAX) {
      const cell = due.shift()
      if (!cell) return
      inFlight++
      queries
        .fetchQuery({ ...firesInCell(api, cell), staleTime: 0 })
        .catch(() => {}) // the query holds the error, and the row says it
        .finally(() => {
          inFlight--
          pump()
        })
    }
  }

  return {
    /** Loads these cells from now on, in their order; the answer stops it. */
    want(wanted: readonly Cell[]): () => void {
      cells = wanted
      due = olderThan(CELL_FRESH_MS)
      pump()
      stopLooking ??= clock.every(LOOK_AGAIN_MS, () => {
        due = olderThan(CELL_REFRESH_MS)
        pump()
      })
      return () => {
        if (cells !== wanted) return
        cells = []
        due = []
        stopLooking?.()
        stopLooking = null
      }
    },
  }
}
