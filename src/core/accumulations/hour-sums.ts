import type { CellColumns } from './cell-sums.ts'

export const HOURS_A_DAY = 24
/** WMO and CMA count thunderstorms heard at the station: within some 16 km. */
export const THUNDER_HEARD_KM = 16

export interface HourSums {
  /** Records and reports they were computed from: if there are more, the hour is aggregated again. */
  strikes: number
  reports: number
  observedMs: number
  cells: CellColumns
  /** Strokes within audible distance, by place. */
  places: Readonly<Record<string, number>>
  /** Reports by reported thunder and nearest stroke, by airport. */
  checks: Readonly<Record<string, readonly number[]>>
}

/** Sums of a day by cell, and the observed time of each hour, ms. */
export interface DaySums {
  observedMs: number[]
  cells: Required<CellColumns>
}

/** Strokes around a place in each hour with strokes. */
export type PlaceDay = readonly (readonly [hour: number, strokes: number])[]

export interface FoldedDay {
  day: DaySums
  places: Map<string, PlaceDay>
  checks: Record<string, readonly number[]>
}

/** Sums of a day from its aggregated hours (0 to 23). */
export function foldDay(hours: ReadonlyMap<number, HourSums>): FoldedDay {
  const observedMs = new Array<number>(HOURS_A_DAY).fill(0)
  const cells = new Map<number, { count: number; hours: number }>()
  const places = new Map<string, (readonly [number, number])[]>()
  const checks: Record<string, readonly number[]> = {}
  for (const hour of [...hours.keys()].sort((a, b) => a - b)) {
    const sums = hours.get(hour)!
    observedMs[hour] = sums.observedMs
    sums.cells.keys.forEach((key, i) => {
      const cell = cells.get(key)
      const count = sums.cells.counts[i]!
      if (cell) {
        cell.count += count
        cell.hours++
      } else cells.set(key, { count, hours: 1 })
    })
    for (const [id, strokes] of Object.entries(sums.places)) {
      const known = places.get(id)
      if (known) known.push([hour, strokes])
      else places.set(id, [[hour, strokes]])
    }
    for (const [id, counts] of Object.entries(sums.checks)) {
      const before = Object.hasOwn(checks, id) ? checks[id] : undefined
      checks[id] = counts.map((count, i) => count + (before?.[i] ?? 0))
    }
  }
  const keys = [...cells.keys()].sort((a, b) => a - b)
  const columns = {
    keys,
    counts: keys.map((key) => cells.get(key)!.count),
    hours: keys.map((key) => cells.get(key)!.hours),
  }
  return { day: { observedMs, cells: columns }, places, checks }
}
