import type { Cell } from '../../../core/geo/grid.ts'

/**
 * Concurrent requests of a page: the upstream permits two a second, and a click must not wait behind a map of fires.
 */
const IN_FLIGHT_MAX = 2

/** Runs two cell requests at a time; next is the pending one with the highest priority in the newest view. */
export function createCellQueue() {
  const waiting = new Map<string, () => void>()
  let wanted: readonly Cell[] = []
  let inFlight = 0

  function startNext(): void {
    while (inFlight < IN_FLIGHT_MAX) {
      const next = wanted.find(({ key }) => waiting.has(key))
      if (!next) return
      const start = waiting.get(next.key)!
      waiting.delete(next.key)
      inFlight++
      start()
    }
  }

  return {
    /** The cells of the newest view, in their order; one that is not among them keeps waiting. */
    want(cells: readonly Cell[]): void {
      wanted = cells
      startNext()
    },

    /** Runs the request when it is the cell's turn. Rejects if aborted while pending; a running request continues. */
    async ask<Answer>(cell: Cell, signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
      await new Promise<void>((resolve, reject) => {
        waiting.set(cell.key, resolve)
        signal.addEventListener('abort', () => {
          if (waiting.get(cell.key) === resolve) waiting.delete(cell.key)
          reject(signal.reason)
        })
        startNext()
      })
      try {
        return await ask()
      } finally {
        inFlight--
        startNext()
      }
    },
  }
}
