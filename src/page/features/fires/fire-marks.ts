import type { Feature, MultiPoint } from 'geojson'
import { CELL_DEG, type Cell } from '../../../core/geo/grid.ts'
import { FIRE_AGES, fireAgeClass } from '../../../core/weather/fire-ramp.ts'
import type { HeldCell } from './fire-field.ts'

/** Maximum points sent to the map's worker at once: copying them must fit well within a frame. */
const POINTS_AT_ONCE = 4_000
const COLUMNS = 360 / CELL_DEG

/** Features of a source to remove and add, in the map's own format. */
export interface MarksDiff {
  remove: number[]
  add: Feature<MultiPoint, { age: number }>[]
}

/**
 * Tracks the data that the map has of each cell. A cell is one feature per age class, not one per fire: a new or older
 * cell costs the main thread a list of coordinates, and the map redraws only the tiles of that cell.
 */
export function createFireMarks() {
  const drawn = new Map<string, { held: HeldCell; splits: string; ids: number[] }>()

  /** The next step from the drawn data to `cells` at that time; null if there is none. */
  function next(cells: readonly HeldCell[], nowMs: number): MarksDiff | null {
    const diff: MarksDiff = { remove: [], add: [] }
    let points = 0
    const wanted = new Set(cells.map(({ cell }) => cell.key))
    for (const [key, { ids }] of drawn) {
      if (wanted.has(key)) continue
      diff.remove.push(...ids)
      drawn.delete(key)
    }
    for (const held of cells) {
      const before = drawn.get(held.cell.key)
      const ends = classEnds(held, nowMs)
      const splits = ends.join()
      if (before?.held === held && before.splits === splits) continue
      if (points > 0 && points + held.fires.length > POINTS_AT_ONCE) break
      points += held.fires.length
      const add = featuresOf(held, ends)
      if (before) diff.remove.push(...before.ids)
      diff.add.push(...add)
      drawn.set(held.cell.key, { held, splits, ids: add.map(({ id }) => Number(id)) })
    }
    return diff.remove.length > 0 || diff.add.length > 0 ? diff : null
  }

  return {
    next,
    /** Resets the drawn state for a new source. */
    reset: () => drawn.clear(),
  }
}

/** Where each class ends in a list of fires, the oldest first; the oldest class is the first. */
function classEnds({ fires }: HeldCell, nowMs: number): number[] {
  const ends = new Array<number>(FIRE_AGES.length).fill(0)
  for (const { detectedAtMs } of fires) ends[FIRE_AGES.length - 1 - fireAgeClass(nowMs - detectedAtMs)]!++
  for (let i = 1; i < ends.length; i++) ends[i]! += ends[i - 1]!
  return ends
}

function featuresOf({ cell, fires }: HeldCell, ends: readonly number[]): MarksDiff['add'] {
  return ends.flatMap((end, i) => {
    const start = ends[i - 1] ?? 0
    if (end === start) return []
    const coordinates = fires.slice(start, end).map(({ lat, lon }) => [lon, lat])
    const age = FIRE_AGES.length - 1 - i
    return [
      {
        type: 'Feature' as const,
        id: featureId(cell, age),
        properties: { age },
        geometry: { type: 'MultiPoint' as const, coordinates },
      },
    ]
  })
}

function featureId({ column, row }: Cell, age: number): number {
  return (row * COLUMNS + column) * FIRE_AGES.length + age
}
