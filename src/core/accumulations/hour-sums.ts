import type { CellColumns } from './cell-sums.ts'

export const HOURS_A_DAY = 24
/** WMO and CMA count a thunderstorm by what is heard at the station: some 16 km around it. */
export const THUNDER_HEARD_KM = 16

/** What an hour came to. */
export interface HourSums {
  /** Records and reports that it was summed from: where there are more, it is summed again. */
  strikes: number
  reports: number
  /** How much of it was observed, ms. */
  observedMs: number
  cells: CellColumns
  /** Strokes within the distance at which thunder is heard, by place. */
  places: Readonly<Record<string, number>>
  /** Reports by what they said and what struck, by airport. */
  checks: Readonly<Record<string, readonly number[]>>
}

/** What a day came to, by cell, and which of its hours was observed for how long, ms. */
export interface DaySums {
  observedMs: number[]
  cells: Required<CellColumns>
}

/** Strokes around a place in each hour of a day that had any. */
export type PlaceDay = readonly (readonly [hour: number, strokes: number])[]

export interface FoldedDay {
  day: DaySums
  places: Map<string, PlaceDay>
  checks: Record<string, readonly number[]>
}

/** The sums of a day, of those of its hours (0 to 23) that are summed. */
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
