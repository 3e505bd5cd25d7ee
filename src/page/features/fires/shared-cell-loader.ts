import type { QueryClient } from '@tanstack/react-query'
import type { Ask } from '../../../client/http/ask.ts'
import type { Answer, ContractApi } from '../../../client/http/contract-api.ts'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { heldFireCellsSchema } from '../../../contract/brontide.ts'
import { type Cell, cellOf } from '../../../core/geo/grid.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { CELL_KEEP_MS, FIRES_KEY, firesInCell } from './fire-queries.ts'

const LOOK_EVERY_MS = MINUTE_MS
/** Responses come from the server's memory: many at once would delay those of the user's requests. */
const IN_FLIGHT_MAX = 2

/**
 * Loads cells of views too wide for charged requests from the server's cache, if others requested them. Other cells
 * stay unobserved.
 */
export function createSharedCellLoader(deps: { queries: QueryClient; api: ContractApi; ask: Ask; clock: Clock }) {
  const { queries, api, ask, clock } = deps
  queries.setQueryDefaults([FIRES_KEY], { gcTime: CELL_KEEP_MS })

  async function borrow(cells: readonly Cell[], signal: AbortSignal): Promise<void> {
    const { cells: told } = await ask(API_PATHS.fires, heldFireCellsSchema, { signal })
    const held = new Map(told.map(([west, south, asOfMs]) => [cellOf(south, west).key, asOfMs]))
    const due = cells.filter((cell) => {
      const asOfMs = held.get(cell.key)
      return asOfMs !== undefined && asOfMs > haveFromMs(cell)
    })
    await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, () => fetchNext(due, signal)))
  }

  async function fetchNext(due: Cell[], signal: AbortSignal): Promise<void> {
    for (let cell = due.shift(); cell && !signal.aborted; cell = due.shift()) {
      const answer = await api.heldFiresInBox(cell.box, signal)
      if (answer.kind === 'none') continue // released meanwhile
      // The cache stamps its entries by the machine's clock.
      const updatedAt = Date.now() - Math.max(0, clock.now() - answer.asOfMs)
      queries.setQueryData(firesInCell(api, cell).queryKey, answer, { updatedAt })
    }
  }

  function haveFromMs(cell: Cell): number {
    const answer = queries.getQueryData<Answer<unknown>>(firesInCell(api, cell).queryKey)
    return answer?.kind === 'data' ? answer.asOfMs : Number.NEGATIVE_INFINITY
  }

  return {
    /** Loads these cells from now on; the returned function stops this. */
    want(cells: readonly Cell[]): () => void {
      if (cells.length === 0) return () => {}
      const abort = new AbortController()
      const look = () => void borrow(cells, abort.signal).catch(() => {}) // another check follows
      const stopLooking = clock.every(LOOK_EVERY_MS, look)
      look()
      return () => {
        stopLooking()
        abort.abort()
      }
    },
  }
}
