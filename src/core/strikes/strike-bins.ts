import { type FixedBox, fixedBox, isInBox } from '../geo/fixed-box.ts'
import type { Box } from '../geo/geo.ts'
import { UNIT_MS, unitsBefore, unitsOf, wrapUnits } from './packed-strike-time.ts'
import type { StrikeColumns } from './strike-columns.ts'
import { SUPERSEDED } from './strike-quality.ts'
import { WORDS_PER_STRIKE } from './strike-ring.ts'
import { type Chosen, leftOut } from './strike-scan.ts'

type Columns = Pick<StrikeColumns, 'end' | 'revisions' | 'latestMs' | 'firstSince' | 'forRuns' | 'revisedSince'>

/**
 * Strike counts per bin of `binMs`, everywhere and in view. New strikes are added incrementally; a change of view or
 * options recounts.
 */
export class StrikeBins {
  readonly binMs: number
  /** Number of bins. A bin (numbered since 1970) is stored at its number modulo this. */
  readonly length: number
  readonly all: Uint32Array
  readonly inView: Uint32Array
  last = Number.NEGATIVE_INFINITY
  readonly #columns: Columns
  #countedTo = 0
  #revisions = 0
  #chosen: Chosen = {}
  #view: Box | null = null
  #box: FixedBox | null = null

  constructor(columns: Columns, binMs: number, length: number) {
    this.#columns = columns
    this.binMs = binMs
    this.length = length
    this.all = new Uint32Array(length)
    this.inView = new Uint32Array(length)
  }

  /** Updates the bins up to that time. Without a view no strikes are in view. */
  update(nowMs: number, view: Box | null, chosen: Chosen): void {
    const columns = this.#columns
    const bin = Math.floor(nowMs / this.binMs)
    const moved = bin - this.last
    if (moved < 0 || moved >= this.length || this.#isOther(view, chosen) || !this.#takeBack()) {
      this.last = bin
      this.#recount(view, chosen)
    } else if (moved > 0) {
      for (let each = this.last + 1; each <= bin; each++) {
        this.all[each % this.length] = 0
        this.inView[each % this.length] = 0
      }
      this.last = bin
    }
    this.#count(this.#countedTo, columns.end)
  }

  #isOther(view: Box | null, chosen: Chosen): boolean {
    const held = this.#view
    const sameView =
      view === held ||
      (view !== null &&
        held !== null &&
        view.west === held.west &&
        view.east === held.east &&
        view.south === held.south &&
        view.north === held.north)
    return !sameView || leftOut(chosen) !== leftOut(this.#chosen)
  }

  #recount(view: Box | null, chosen: Chosen): void {
    this.#view = view
    this.#box = view && fixedBox(view)
    this.#chosen = chosen
    this.all.fill(0)
    this.inView.fill(0)
    this.#revisions = this.#columns.revisions
    this.#countedTo = this.#columns.firstSince((this.last - this.length + 1) * this.binMs)
  }

  /**
   * Subtracts records that were counted as the best of their stroke and no longer are; false if there were too many
   * changes to track.
   */
  #takeBack(): boolean {
    const columns = this.#columns
    const since = this.#revisions
    this.#revisions = columns.revisions
    if (since === columns.revisions || this.#chosen.records) return true
    const countedTo = this.#countedTo
    return columns.revisedSince(since, (sequence) => {
      if (sequence < countedTo) this.#each(sequence, sequence + 1, leftOut(this.#chosen) & ~SUPERSEDED, -1)
    })
  }

  #count(first: number, end: number): void {
    if (end > first) this.#each(first, end, leftOut(this.#chosen), 1)
    this.#countedTo = end
  }

  #each(first: number, end: number, out: number, add: number): void {
    const { latestMs } = this.#columns
    if (latestMs === null) return
    const latest = unitsOf(latestMs)
    const latestWrapped = wrapUnits(latest)
    const oldest = this.last - this.length
    const perBin = UNIT_MS / this.binMs
    const box = this.#box
    this.#columns.forRuns(first, end, (words, from, count) => {
      const stop = from + count * WORDS_PER_STRIKE
      for (let i = from; i < stop; i += WORDS_PER_STRIKE) {
        if ((words[i + 3]! & out) !== 0) continue
        const bin = Math.floor((latest - unitsBefore(latestWrapped, words[i + 2]!)) * perBin)
        if (bin <= oldest) continue
        // A strike dated in the future, by another clock, counts in the newest bin.
        const at = Math.min(bin, this.last) % this.length
        this.all[at]! += add
        if (box && isInBox(box, words[i]!, words[i + 1]!)) this.inView[at]! += add
      }
    })
  }
}
