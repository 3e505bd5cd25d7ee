import type { StrikeColumns } from './strike-columns.ts'
import { WORDS_PER_STRIKE } from './strike-ring.ts'
import { leftOut } from './strike-scan.ts'
import { UNIT_MS, unitsBefore, unitsOf, wrapUnits } from './strike-word.ts'

/** Squares of Web Mercator: the world in 4096 × 4096 of them, 8.4 km wide at 31°. */
export const GRID = 4_096
const SQUARE_SHIFT = 20
const SQUARE_MASK = 2 ** SQUARE_SHIFT - 1
const PER_SQUARE = 2 ** -SQUARE_SHIFT
/** Squares are found through blocks of 8 × 8 of them, which are there where something struck. */
const BLOCK_SHIFT = 3
const BLOCK_SQUARES = 64
const BLOCKS = GRID >> BLOCK_SHIFT
const FIRST_CAPACITY = 4_096

/**
 * What is summed up of each square, from here on in its row of `sums`: strokes in all and in each of the three periods;
 * their place in the latest; and in all of them time, place and products of these. Places are in squares from its
 * north-western corner, times in minutes before now.
 */
export const N = 0
export const N1 = 1
export const N2 = 2
export const N3 = 3
export const X1 = 4
export const Y1 = 5
export const T = 6
export const X = 7
export const Y = 8
export const TT = 9
export const TX = 10
export const TY = 11
export const XX = 12
export const XY = 13
export const YY = 14
export const SUMS = 15

/**
 * The strokes of the last minutes summed up by square, so that what follows goes by squares and not by strokes. Its
 * memory is used again each time.
 */
export class StormGrid {
  /** Squares that hold something. */
  count = 0
  /** Row × GRID + column of each of them. */
  keys = new Int32Array(FIRST_CAPACITY)
  sums = new Float64Array(FIRST_CAPACITY * SUMS)
  readonly #blocks = new Int32Array(BLOCKS * BLOCKS)
  #squares = new Int32Array(FIRST_CAPACITY * 4)
  #blockCount = 0

  /** Takes in the strokes of the `3 × periodMs` before `nowMs`; the latest period is the first. */
  fill(columns: Pick<StrikeColumns, 'firstSince' | 'forRuns' | 'end'>, nowMs: number, periodMs: number): void {
    this.#clear()
    const now = wrapUnits(unitsOf(nowMs))
    const period = periodMs / UNIT_MS
    const perMinute = UNIT_MS / 60_000
    const out = leftOut({})
    columns.forRuns(columns.firstSince(nowMs - 3 * periodMs), columns.end, (words, from, count) => {
      const stop = from + count * WORDS_PER_STRIKE
      for (let i = from; i < stop; i += WORDS_PER_STRIKE) {
        if ((words[i + 3]! & out) !== 0) continue
        const before = unitsBefore(now, words[i + 2]!)
        if (before < 0 || before >= 3 * period) continue
        this.#add(words[i]!, words[i + 1]!, -before * perMinute, before < period ? N1 : before < 2 * period ? N2 : N3)
      }
    })
  }

  /** The square of that column and row, or -1 where it holds nothing; columns wrap around. */
  find(column: number, row: number): number {
    if (row < 0 || row >= GRID) return -1
    const at = column & (GRID - 1)
    const block = this.#blocks[(row >> BLOCK_SHIFT) * BLOCKS + (at >> BLOCK_SHIFT)]!
    return block === 0 ? -1 : this.#squares[(block - 1) * BLOCK_SQUARES + ((row & 7) << 3) + (at & 7)]! - 1
  }

  #add(x: number, y: number, t: number, period: number): void {
    const at = this.#entry(x >>> SQUARE_SHIFT, y >>> SQUARE_SHIFT) * SUMS
    const { sums } = this
    const px = (x & SQUARE_MASK) * PER_SQUARE
    const py = (y & SQUARE_MASK) * PER_SQUARE
    sums[at]! += 1
    sums[at + period]! += 1
    if (period === N1) {
      sums[at + X1]! += px
      sums[at + Y1]! += py
    }
    sums[at + T]! += t
    sums[at + X]! += px
    sums[at + Y]! += py
    sums[at + TT]! += t * t
    sums[at + TX]! += t * px
    sums[at + TY]! += t * py
    sums[at + XX]! += px * px
    sums[at + XY]! += px * py
    sums[at + YY]! += py * py
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

  #clear(): void {
    this.#blocks.fill(0)
    this.#squares.fill(0, 0, this.#blockCount * BLOCK_SQUARES)
    this.sums.fill(0, 0, this.count * SUMS)
    this.#blockCount = 0
    this.count = 0
  }
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
