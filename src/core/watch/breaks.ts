import type { Span } from '../time/spans.ts'

/** A time that was not observed, named by the moment at which it was first known to begin. Unix ms. */
export interface Break extends Span {
  id: number
}

/** Shorter ones are made up for, as lines come back and REST is asked for what was missed. */
export const BREAK_TOLD_MS = 30_000

/**
 * The breaks of the last while, each known again however it grows, and as the edges of what can still be had move: by what
 * they share with what they were.
 */
export class Breaks {
  #known: Break[]

  constructor(known: readonly Break[] = []) {
    this.#known = [...known]
  }

  list(): readonly Break[] {
    return this.#known
  }

  /** Takes note of what is missing between two moments; true where a break is new, or gone. */
  update(missing: readonly Span[], sinceMs: number): boolean {
    const before = this.#known.map(({ id }) => id).join()
    const long = missing.filter(({ fromMs, toMs }) => toMs - fromMs >= BREAK_TOLD_MS)
    const older = this.#known.filter(({ toMs }) => toMs > sinceMs)
    const seen = long.map(({ fromMs, toMs }): Break => {
      const same = older.find((known) => known.fromMs <= toMs && known.toMs >= fromMs)
      return { id: same?.id ?? Math.floor(fromMs), fromMs, toMs }
    })
    this.#known = seen
    return before !== this.#known.map(({ id }) => id).join()
  }
}
