import { MINUTE_MS } from '../time/durations.ts'

/** Live strikes arrive out of order by up to this much; a batch that is older than that fills a gap in the past. */
const DISORDER_MS = MINUTE_MS

interface Stretch {
  first: number
  end: number
  latestMs: number
}

/**
 * The stretches of sequence numbers in which strikes came in order of time. Strikes that fill a gap arrive after newer
 * ones; with the stretches they can be drawn before these, and so below them.
 */
export class StrikeStretches {
  #asTheyCame: Stretch[] = []
  #inOrder: Stretch[] = []

  /**
   * Takes in the sequence numbers from `first` up to `end`, the latest strike of which was at `latestMs`; none from before
   * `heldFrom` is asked for any more.
   */
  add(first: number, end: number, latestMs: number, heldFrom = 0): void {
    const last = this.#asTheyCame.at(-1)
    if (last && this.#goesOn(last, latestMs)) {
      last.end = end
      last.latestMs = Math.max(last.latestMs, latestMs)
      return
    }
    this.#asTheyCame = [...this.#asTheyCame.filter((each) => each.end > heldFrom), { first, end, latestMs }]
    this.#inOrder = this.#asTheyCame.toSorted((a, b) => a.latestMs - b.latestMs)
  }

  /** Visits what lies from `first` up to `end`, the stretch with the latest strike last. */
  visit(first: number, end: number, visit: (first: number, end: number) => void): void {
    for (const stretch of this.#inOrder) {
      const from = Math.max(first, stretch.first)
      const to = Math.min(end, stretch.end)
      if (to > from) visit(from, to)
    }
  }

  /** Not where another one lies between: then it would lie under, or over, both. */
  #goesOn(last: Stretch, latestMs: number): boolean {
    if (latestMs < last.latestMs - DISORDER_MS) return false
    return !this.#asTheyCame.some((other) => other.latestMs > last.latestMs && other.latestMs <= latestMs)
  }
}
