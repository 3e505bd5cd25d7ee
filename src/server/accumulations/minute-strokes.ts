import { LRUCache } from 'lru-cache'
import { cellKey, columnsOf } from '../../core/accumulations/cell-sums.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { History } from '../history/history.ts'
import { visitStrokes } from './kept-strokes.ts'

/** Some hours of the busiest days. */
const HELD_BYTES = 16 * 2 ** 20
const CELL_BYTES = 16
const ENTRY_BYTES = 200
/** Refresh interval of a minute that is not sealed. */
const AGAIN_AFTER_MS = 50_000

interface Held {
  cells: { keys: number[]; counts: number[] }
  /** Time of reading; null once sealed. */
  readMs: number | null
}

/** Strokes by cell per minute, cached. */
export function createMinuteStrokes(history: Pick<History, 'strikes'>, clock: Pick<Clock, 'monotonicMs'>) {
  const held = new LRUCache<number, Held>({
    maxSize: HELD_BYTES,
    sizeCalculation: ({ cells }) => ENTRY_BYTES + cells.keys.length * CELL_BYTES,
  })

  /** The cells of a minute, counted since 1970. */
  return async (minute: number): Promise<Held['cells']> => {
    const known = held.get(minute)
    const isFresh = known && (known.readMs === null || clock.monotonicMs() - known.readMs < AGAIN_AFTER_MS)
    if (isFresh) return known.cells
    const isFinal = await history.strikes.isSealed(minute)
    const counts = new Map<number, number>()
    await visitStrokes(history, minute, (_, lat, lon) => {
      const key = cellKey(lat, lon)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    const cells = columnsOf(counts)
    held.set(minute, { cells, readMs: isFinal ? null : clock.monotonicMs() })
    return cells
  }
}

/** Merges the cells of several minutes. */
export function joinedCells(all: readonly Held['cells'][]): Held['cells'] {
  const counts = new Map<number, number>()
  for (const cells of all) {
    cells.keys.forEach((key, i) => {
      counts.set(key, (counts.get(key) ?? 0) + cells.counts[i]!)
    })
  }
  return columnsOf(counts)
}
