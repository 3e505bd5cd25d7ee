/** Squares of Web Mercator: 4096 × 4096 for the world, 8.4 km wide at 31°. */
export const GRID = 4_096
const GRID_SHIFT = 12
const SQUARE_SHIFT = 20
/** Steps of two metres per side of a square. */
export const PLACE_STEPS = 4_096
const PLACE_SHIFT = 8
/** Squares are indexed by blocks of 8 × 8, which exist only where strikes occurred. */
const BLOCK_SHIFT = 3
const BLOCK_SQUARES = 64
const BLOCKS = GRID >> BLOCK_SHIFT
const FIRST_CAPACITY = 4_096

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
  readonly #blocks = new Int32Array(BLOCKS * BLOCKS)
  #squares = new Int32Array(FIRST_CAPACITY * 4)
  #neighbours = new Int32Array(FIRST_CAPACITY * NEIGHBOURS)
  #blockCount = 0

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
    const squares = this.#squares
    if (this.#neighbours.length < count * NEIGHBOURS) this.#neighbours = new Int32Array(keys.length * NEIGHBOURS)
    const neighbours = this.#neighbours
    for (let entry = 0; entry < count; entry++) {
      const key = keys[entry]!
      const column = key & (GRID - 1)
      const row = (key - column) / GRID
      const at = entry * NEIGHBOURS
      // Most squares have all neighbours in their own block, where these need no search.
      const isInside = ((row + 1) & 7) > 1 && ((column + 1) & 7) > 1
      const square = isInside ? this.#squareOf(key) : -1
      for (let i = 0; i < NEIGHBOURS; i++) {
        const aside = ASIDE[i]!
        const down = DOWN[i]!
        neighbours[at + i] = isInside ? squares[square + down * 8 + aside]! - 1 : this.#find(column + aside, row + down)
      }
    }
    return neighbours
  }

  /** The square of a column and row, or -1 if empty; columns wrap around. */
  #find(column: number, row: number): number {
    if (row < 0 || row >= GRID) return -1
    const at = column & (GRID - 1)
    const block = this.#blocks[(row >> BLOCK_SHIFT) * BLOCKS + (at >> BLOCK_SHIFT)]!
    return block === 0 ? -1 : this.#squares[(block - 1) * BLOCK_SQUARES + ((row & 7) << 3) + (at & 7)]! - 1
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
    this.#blocks.fill(0)
    this.#squares.fill(0, 0, this.#blockCount * BLOCK_SQUARES)
    this.sums.fill(0, 0, this.count * SUMS)
    this.#blockCount = 0
    this.count = 0
  }

  #entry(column: number, row: number): number {
    const at = (row >> BLOCK_SHIFT) * BLOCKS + (column >> BLOCK_SHIFT)
    let block = this.#blocks[at]!
    if (block === 0) {
      block = ++this.#blockCount
      this.#blocks[at] = block
      if (block * BLOCK_SQUARES > this.#squares.length) this.#squares = grown(this.#squares)
    }
    const square = (block - 1) * BLOCK_SQUARES + ((row & 7) << 3) + (column & 7)
    const entry = this.#squares[square]! - 1
    if (entry >= 0) return entry
    if (this.count === this.keys.length) {
      this.keys = grown(this.keys)
      const sums = new Float64Array(this.sums.length * 2)
      sums.set(this.sums)
      this.sums = sums
    }
    this.keys[this.count] = row * GRID + column
    this.#squares[square] = this.count + 1
    return this.count++
  }

  #squareOf(key: number): number {
    const column = key & (GRID - 1)
    const row = (key - column) / GRID
    const block = this.#blocks[(row >> BLOCK_SHIFT) * BLOCKS + (column >> BLOCK_SHIFT)]!
    return (block - 1) * BLOCK_SQUARES + ((row & 7) << 3) + (column & 7)
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

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
