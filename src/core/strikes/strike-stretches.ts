import { MINUTE_MS } from '../time/durations.ts'

/** Disorder of live strikes; an older batch fills a gap in the past. */
const DISORDER_MS = MINUTE_MS

interface Stretch {
  first: number
  end: number
  latestMs: number
}

/**
 * Stretches of sequence numbers with strikes in time order. Strikes that fill a gap arrive after newer ones; with
 * stretches they are drawn before, and so below, these.
 */
export class StrikeStretches {
  #asTheyCame: Stretch[] = []
  #inOrder: Stretch[] = []

  /**
   * Adds sequence numbers [first, end) with the latest strike at `latestMs`; earlier ones than `heldFrom` are no longer
   * needed.
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

  /** Visits [first, end), the stretch with the latest strike last. */
  visit(first: number, end: number, visit: (first: number, end: number) => void): void {
    for (const stretch of this.#inOrder) {
      const from = Math.max(first, stretch.first)
      const to = Math.min(end, stretch.end)
      if (to > from) visit(from, to)
    }
  }

  /** Not if there is another stretch in between: one of them would be drawn in the wrong order. */
  #goesOn(last: Stretch, latestMs: number): boolean {
    if (latestMs < last.latestMs - DISORDER_MS) return false
    return !this.#asTheyCame.some((other) => other.latestMs > last.latestMs && other.latestMs <= latestMs)
  }
}
