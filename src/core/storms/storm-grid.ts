/** Squares of Web Mercator: 4096 × 4096 for the world, 8.4 km wide at 31°. */
export const GRID = 4_096
const GRID_SHIFT = 12
const SQUARE_SHIFT = 20
/** Steps of two metres per side of a square. */
export const PLACE_STEPS = 4_096
const PLACE_SHIFT = 8
const FIRST_CAPACITY = 4_096
/** Slots of the hash table per entry, and Knuth's multiplier, which spreads neighbouring squares. */
const SLOTS_PER_ENTRY = 2
const MULTIPLIER = 0x9e3779b1

/**
 * The columns of `sums`, which has one row for each square: the number of strokes (N); sums of place and of time, and of their
 * products (X, Y, T, XX …); the same places of the latest five minutes alone (X1, Y1); how many strokes have a known polarity, and how many of
 * these are positive (KNOWN, POSITIVE); and, from MINUTES on, the strokes of each minute, the latest first. Places are in steps from the square's
 * north-western corner, times in minutes before the moment.
 */
export const N = 0
export const T = 1
export const X = 2
export const Y = 3
export const TT = 4
export const TX = 5
export const TY = 6
export const XX = 7
export const XY = 8
export const YY = 9
export const X1 = 10
export const Y1 = 11
export const KNOWN = 12
export const POSITIVE = 13
export const MINUTES = 14
/** Minutes whose strokes form a storm. */
export const STORM_MINUTES = 15
export const SUMS = MINUTES + STORM_MINUTES
/** Period of rates, minutes. */
export const RATE_MINUTES = 5

/** How many neighbours a square has: four beside it first, then four across its corners. */
export const NEIGHBOURS = 8
const ASIDE = [-1, 1, 0, 0, -1, 1, -1, 1]
const DOWN = [0, 0, -1, 1, -1, -1, 1, 1]

/** Strokes near each other in a minute. */
export interface GridStrokes {
  count: number
  /** How old, in minutes: from 0 to below `STORM_MINUTES`. */
  ageMin: number
  known: number
  positive: number
}

/**
 * Strokes added up by squares, so that finding storms takes time by squares and not by strokes. Empty squares do not
 * exist.
 */
export class StormGrid {
  /** How many squares hold any stroke. */
  count = 0
  /** Row × GRID + column of each entry. */
  keys = new Int32Array(FIRST_CAPACITY)
  sums = new Float64Array(FIRST_CAPACITY * SUMS)
  /** Open hash table of entries by key, each plus 1. */
  #slots = new Int32Array(FIRST_CAPACITY * SLOTS_PER_ENTRY)
  #neighbours = new Int32Array(FIRST_CAPACITY * NEIGHBOURS)

  /** The squares from north to south and in each row from west to east. */
  inOrder(): Int32Array {
    const { count, keys } = this
    const byColumn = sortedBy(
      Int32Array.from({ length: count }, (_, entry) => entry),
      (entry) => keys[entry]! & (GRID - 1),
    )
    return sortedBy(byColumn, (entry) => keys[entry]! >>> GRID_SHIFT)
  }

  /** The eight neighbours of each square, -1 for empty ones; valid until the grid changes. */
  neighbours(): Int32Array {
    const { count, keys } = this
    if (this.#neighbours.length < count * NEIGHBOURS) this.#neighbours = new Int32Array(keys.length * NEIGHBOURS)
    const neighbours = this.#neighbours
    for (let entry = 0; entry < count; entry++) {
      const key = keys[entry]!
      const column = key & (GRID - 1)
      const row = key >>> GRID_SHIFT
      for (let i = 0; i < NEIGHBOURS; i++) {
        neighbours[entry * NEIGHBOURS + i] = this.#find(column + ASIDE[i]!, row + DOWN[i]!)
      }
    }
    return neighbours
  }

  /** The entry of a column and row, or -1 if empty; columns wrap around. */
  #find(column: number, row: number): number {
    if (row < 0 || row >= GRID) return -1
    return this.#slots[this.#slotOf(row * GRID + (column & (GRID - 1)))]! - 1
  }

  /** The slot of a square, or the free one where it belongs. */
  #slotOf(key: number): number {
    const slots = this.#slots
    const { keys } = this
    const last = slots.length - 1
    let slot = (Math.imul(key, MULTIPLIER) >>> 8) & last
    while (slots[slot]! > 0 && keys[slots[slot]! - 1] !== key) slot = (slot + 1) & last
    return slot
  }

  /** Adds strokes at a fixed-point position. */
  add(x: number, y: number, { count, ageMin, known, positive }: GridStrokes): void {
    const entry = this.#entry(x >>> SQUARE_SHIFT, y >>> SQUARE_SHIFT)
    const at = entry * SUMS
    const { sums } = this
    const px = stepsIn(x)
    const py = stepsIn(y)
    const t = -ageMin
    sums[at + N]! += count
    sums[at + T]! += count * t
    sums[at + X]! += count * px
    sums[at + Y]! += count * py
    sums[at + TT]! += count * t * t
    sums[at + TX]! += count * t * px
    sums[at + TY]! += count * t * py
    sums[at + XX]! += count * px * px
    sums[at + XY]! += count * px * py
    sums[at + YY]! += count * py * py
    if (ageMin < RATE_MINUTES) {
      sums[at + X1]! += count * px
      sums[at + Y1]! += count * py
    }
    sums[at + KNOWN]! += known
    sums[at + POSITIVE]! += positive
    sums[at + MINUTES + Math.floor(ageMin)]! += count
  }

  clear(): void {
    this.#slots.fill(0)
    this.sums.fill(0, 0, this.count * SUMS)
    this.count = 0
  }

  #entry(column: number, row: number): number {
    const key = row * GRID + column
    const slot = this.#slotOf(key)
    const entry = this.#slots[slot]! - 1
    if (entry >= 0) return entry
    if (this.count === this.keys.length) {
      this.#grow()
      return this.#entry(column, row)
    }
    this.keys[this.count] = key
    this.#slots[slot] = this.count + 1
    return this.count++
  }

  #grow(): void {
    const keys = new Int32Array(this.keys.length * 2)
    keys.set(this.keys)
    this.keys = keys
    const sums = new Float64Array(this.sums.length * 2)
    sums.set(this.sums)
    this.sums = sums
    this.#slots = new Int32Array(keys.length * SLOTS_PER_ENTRY)
    for (let entry = 0; entry < this.count; entry++) this.#slots[this.#slotOf(keys[entry]!)] = entry + 1
  }
}

function stepsIn(fixed: number): number {
  return (fixed >>> PLACE_SHIFT) & (PLACE_STEPS - 1)
}

/** The entries by a number below `GRID`, equals in the order in which they were; by counting. */
function sortedBy(entries: Int32Array, numberOf: (entry: number) => number): Int32Array {
  const places = new Int32Array(GRID + 1)
  for (const entry of entries) places[numberOf(entry) + 1]! += 1
  for (let i = 1; i < GRID; i++) places[i]! += places[i - 1]!
  const sorted = new Int32Array(entries.length)
  for (const entry of entries) sorted[places[numberOf(entry)]!++] = entry
  return sorted
}
