import { UNITS_PER_SECOND, unitsBefore, unitsOf, wrapUnits } from '../strikes/packed-strike-time.ts'
import { CAPACITY_MAX, type StrikeColumns } from '../strikes/strike-columns.ts'
import { SUPERSEDED } from '../strikes/strike-quality.ts'
import { WORDS_PER_STRIKE } from '../strikes/strike-ring.ts'
import { leftOut } from '../strikes/strike-scan.ts'
import { SECOND_MS } from '../time/durations.ts'
import { modulo } from '../util/modulo.ts'
import { N1, N2, N3, StormGrid, type StormPeriod } from './storm-grid.ts'

export type StormColumns = Pick<
  StrikeColumns,
  'end' | 'cutToMs' | 'revisions' | 'firstSince' | 'forRuns' | 'revisedSince' | 'visit'
>

/** How far ahead of the moment strokes are sorted in: played past runs into them, and clocks disagree. */
const AHEAD_S = 120
/** The sums are begun afresh so often: times after their epoch, and thereby the sums, stay small enough to be exact. */
const ANEW_S = 3_600
const OUT = leftOut({})

/**
 * The strokes of the last three periods, in a grid that is kept up to date: work is done for a stroke when it comes,
 * when it passes into the next period and when it is taken out, and none in between. Time advances in whole seconds.
 */
export class StormWindow {
  readonly grid = new StormGrid()
  readonly #periodS: number
  /**
   * For each second the first of its strokes, the others following by `#next`; a slot (sequence number modulo) plus
   * one, 0 for none.
   */
  readonly #heads: Int32Array
  readonly #next = new Int32Array(CAPACITY_MAX)
  #columns: StormColumns | null = null
  #revisions = 0
  #seen = 0
  /** Seconds before this one are counted. */
  #end = 0
  /** Strokes from this second on may be missing from the lists. */
  #horizon = 0
  /** Some are missing from them. */
  #hasMore = false
  #epoch = 0

  constructor(periodMs: number) {
    this.#periodS = periodMs / SECOND_MS
    this.#heads = new Int32Array(3 * this.#periodS + 2 * AHEAD_S)
  }

  /** The moment, in units since 1970, that the grid's times count from. */
  get epochUnits(): number {
    return this.#epoch * UNITS_PER_SECOND
  }

  /** Brings the grid to that moment. */
  update(columns: StormColumns, nowMs: number): void {
    const end = Math.ceil(nowMs / SECOND_MS)
    const isCut = columns.cutToMs !== null && columns.cutToMs > (end - 3 * this.#periodS) * SECOND_MS
    const goesOn = columns === this.#columns && end >= this.#end && end <= this.#horizon && end < this.#epoch + ANEW_S
    if (!goesOn || isCut || !this.#takeBack(columns)) this.#begin(columns, end)
    else this.#advance(columns, end)
    this.#takeIn(columns)
  }

  #begin(columns: StormColumns, end: number): void {
    this.grid.clear()
    this.#heads.fill(0)
    this.#columns = columns
    this.#revisions = columns.revisions
    this.#epoch = end
    this.#end = end
    this.#horizon = end + AHEAD_S
    this.#hasMore = false
    this.#seen = columns.firstSince((end - 3 * this.#periodS) * SECOND_MS)
  }

  /**
   * Takes out records whose stroke has a better one by now; false where there were too many changes to know them all.
   */
  #takeBack(columns: StormColumns): boolean {
    const since = this.#revisions
    this.#revisions = columns.revisions
    if (since === columns.revisions) return true
    return columns.revisedSince(since, (sequence) => {
      if (sequence >= this.#seen) return
      this.#each(columns, sequence, sequence + 1, OUT & ~SUPERSEDED, (x, y, units) => {
        const period = this.#periodOf(Math.floor(units / UNITS_PER_SECOND))
        if (period) this.grid.add(x, y, units - this.epochUnits, period, -1)
      })
    })
  }

  #advance(columns: StormColumns, end: number): void {
    const { grid } = this
    const period = this.#periodS
    for (; this.#end < end; this.#end++) {
      const at = this.#end
      // The oldest period first, so that no stroke is moved twice.
      this.#inSecond(columns, at - 3 * period, (x, y, units) => grid.add(x, y, units - this.epochUnits, N3, -1))
      this.#heads[this.#slot(at - 3 * period)] = 0
      this.#inSecond(columns, at - 2 * period, (x, y) => grid.age(x, y, N2))
      this.#inSecond(columns, at - period, (x, y) => grid.age(x, y, N1))
      this.#inSecond(columns, at, (x, y, units) => grid.add(x, y, units - this.epochUnits, N1, 1))
    }
  }

  #takeIn(columns: StormColumns): void {
    const from = this.#end - 3 * this.#periodS
    if (!this.#hasMore) this.#horizon = this.#end + AHEAD_S
    this.#each(columns, this.#seen, columns.end, OUT, (x, y, units, sequence) => {
      const second = Math.floor(units / UNITS_PER_SECOND)
      if (second < from) return
      if (second >= this.#horizon) {
        this.#hasMore = true
        return
      }
      const slot = this.#slot(second)
      this.#next[sequence % CAPACITY_MAX] = this.#heads[slot]!
      this.#heads[slot] = (sequence % CAPACITY_MAX) + 1
      const period = this.#periodOf(second)
      if (period) this.grid.add(x, y, units - this.epochUnits, period, 1)
    })
    this.#seen = columns.end
  }

  /** Which period a second is of; null before and after them. */
  #periodOf(second: number): StormPeriod | null {
    const age = this.#end - 1 - second
    if (age < 0 || age >= 3 * this.#periodS) return null
    return age < this.#periodS ? N1 : age < 2 * this.#periodS ? N2 : N3
  }

  #inSecond(columns: StormColumns, second: number, visit: (x: number, y: number, units: number) => void): void {
    const { end } = columns
    for (let slot = this.#heads[this.#slot(second)]!; slot !== 0; slot = this.#next[slot - 1]!) {
      // The newest sequence number with that slot: older ones with the same slot are no longer held.
      const sequence = end - 1 - modulo(end - slot, CAPACITY_MAX)
      this.#each(columns, sequence, sequence + 1, OUT, visit)
    }
  }

  #each(
    columns: StormColumns,
    first: number,
    end: number,
    out: number,
    visit: (x: number, y: number, units: number, sequence: number) => void,
  ): void {
    const now = unitsOf(this.#end * SECOND_MS)
    const nowWrapped = wrapUnits(now)
    columns.forRuns(first, end, (words, from, count, sequence) => {
      for (let each = 0; each < count; each++) {
        const i = from + each * WORDS_PER_STRIKE
        if ((words[i + 3]! & out) !== 0) continue
        visit(words[i]!, words[i + 1]!, now - unitsBefore(nowWrapped, words[i + 2]!), sequence + each)
      }
    })
  }

  #slot(second: number): number {
    return second % this.#heads.length
  }
}
