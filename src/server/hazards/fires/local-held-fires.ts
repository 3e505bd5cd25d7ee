import { type Cell, cellOf } from '../../../core/geo/grid.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { HeldFires } from '../../contract/http/held-fires.ts'
import type { StandardAnswer } from '../../sources/source.ts'

/** Time to live of a cell for viewers who did not request it. */
const HELD_FOR_MS = HOUR_MS
/** After this time a response is marked as stale. */
const FRESH_FOR_MS = 10 * MINUTE_MS

/** Cache in the memory of one process. */
export function createLocalHeldFires(clock: Pick<Clock, 'now'>): HeldFires {
  const held = new Map<string, { cell: Cell; answer: StandardAnswer }>()

  function dropOld(): void {
    for (const [key, { answer }] of held) if (clock.now() - answer.asOfMs > HELD_FOR_MS) held.delete(key)
  }

  return {
    async note(query, answer) {
      const cell = wholeCell(query)
      if (!cell) return
      const before = held.get(cell.key)
      if (!before || before.answer.asOfMs <= answer.asOfMs) held.set(cell.key, { cell, answer })
    },
    async find(query) {
      dropOld()
      const found = held.get(wholeCell(query)?.key ?? '')
      return found ? { ...found.answer, stale: clock.now() - found.answer.asOfMs > FRESH_FOR_MS } : null
    },
    async cells() {
      dropOld()
      return [...held.values()].map(({ cell: { box }, answer }) => [box.west, box.south, answer.asOfMs])
    },
  }
}

function wholeCell(query: Record<string, string>): Cell | null {
  const [west, south, east, north] = ['min_lon', 'min_lat', 'max_lon', 'max_lat'].map((name) => Number(query[name]))
  if (west === undefined || south === undefined || !Number.isFinite(west + south)) return null
  const cell = cellOf(south, west)
  const { box } = cell
  return box.west === west && box.south === south && box.east === east && box.north === north ? cell : null
}
