import { LRUCache } from 'lru-cache'
import { type Box, isInside } from '../../core/geo/geo.ts'
import type { StrikeReader } from './strike-reader.ts'

/** Cells of a tenth of a degree: some pixels where a continent is in view. */
const PER_DEG = 10
const COLUMNS = 360 * PER_DEG
const ROWS = 180 * PER_DEG
/** Three days at 60 strikes a second need about half of it. */
const HELD_BYTES = 64 * 2 ** 20
/** Overhead of an entry besides its cells. */
const ENTRY_BYTES = 200

/** Strike counts by cell of a minute with strikes. */
interface MinuteCells {
  keys: Int32Array
  counts: Uint32Array
}

export interface MinuteCounts {
  /** True if counting the minute reads nothing from the store. */
  isHeld(minute: number): boolean
  /**
   * Counts the strikes of a minute (minutes since 1970) in a box; west beyond east crosses the antimeridian. Sealed
   * minutes are counted by cells: a cell at the edge of the box counts by its share inside.
   */
  within(box: Box): (minute: number) => Promise<number>
}

/** Counts by place and minute without reading strikes twice. */
export function createMinuteCounts(strikes: Pick<StrikeReader, 'block' | 'isSealed'>): MinuteCounts {
  const held = new LRUCache<number, MinuteCells>({
    maxSize: HELD_BYTES,
    sizeCalculation: ({ keys, counts }) => keys.byteLength + counts.byteLength + ENTRY_BYTES,
  })

  async function cellsOf(minute: number): Promise<MinuteCells> {
    let cells = held.get(minute)
    if (!cells) {
      const byKey = new Map<number, number>()
      await each(minute, (lat, lon) => {
        const key = cellAt(lat + 90, ROWS) * COLUMNS + cellAt(lon + 180, COLUMNS)
        byKey.set(key, (byKey.get(key) ?? 0) + 1)
      })
      cells = { keys: Int32Array.from(byKey.keys()), counts: Uint32Array.from(byKey.values()) }
      held.set(minute, cells)
    }
    return cells
  }

  async function each(minute: number, visit: (lat: number, lon: number) => void): Promise<void> {
    const block = await strikes.block(minute)
    if (!block) return
    const { lat, lon } = block.columns
    for (let i = 0; i < block.offsetsNs.length; i++) visit(Number(lat[i]), Number(lon[i]))
  }

  return {
    isHeld: (minute) => held.has(minute),
    within(box) {
      const { west, south, east, north } = box
      const rows = shares(ROWS, [[south + 90, north + 90]])
      const from = west + 180
      const to = east + 180
      const isAcross = west > east // the antimeridian
      const columns = shares(
        COLUMNS,
        isAcross
          ? [
              [from, 360],
              [0, to],
            ]
          : [[from, to]],
      )
      return async (minute) => {
        let count = 0
        if (!(await strikes.isSealed(minute))) {
          await each(minute, (lat, lon) => {
            if (isInside(box, { lat, lon })) count++
          })
          return count
        }
        const { keys, counts } = await cellsOf(minute)
        for (let i = 0; i < keys.length; i++) {
          const column = keys[i]! % COLUMNS
          count += counts[i]! * columns[column]! * rows[(keys[i]! - column) / COLUMNS]!
        }
        return count
      }
    },
  }
}

function cellAt(deg: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, Math.floor(deg * PER_DEG)))
}

/** Share of each cell that lies in spans of degrees, counted from the first cell. */
function shares(cells: number, spans: readonly (readonly [number, number])[]): Float64Array {
  const share = new Float64Array(cells)
  for (const [from, to] of spans) {
    for (let cell = cellAt(from, cells); cell <= cellAt(to, cells); cell++) {
      share[cell]! += Math.max(0, Math.min(cell + 1, to * PER_DEG) - Math.max(cell, from * PER_DEG))
    }
  }
  return share
}
