import { isInside } from '../../../core/geo/geo.ts'
import type { Span } from '../../../core/time/spans.ts'

/** A strike as drawn; Unix ms. `polarity` is 0 if unknown. */
export interface DrawnStrike {
  timeMs: number
  lat: number
  lon: number
  polarity: number
}

/** More are indistinguishable on paper. */
export const STRIKES_DRAWN_MAX = 2_000

/** The latest strikes of a period in a box: up to a limit as marks, the others as a count. */
export class DrawnStrikes {
  readonly #box
  readonly #period: Span
  #kept: DrawnStrike[] = []
  #count = 0

  constructor(box: Parameters<typeof isInside>[0], period: Span) {
    this.#box = box
    this.#period = period
  }

  /** Total number. */
  get count(): number {
    return this.#count
  }

  /** The latest strikes, oldest first. */
  get drawn(): DrawnStrike[] {
    return this.#kept.toSorted((a, b) => a.timeMs - b.timeMs).slice(-STRIKES_DRAWN_MAX)
  }

  add(strikes: Iterable<DrawnStrike>): void {
    const { fromMs, toMs } = this.#period
    for (const strike of strikes) {
      if (strike.timeMs < fromMs || strike.timeMs >= toMs || !isInside(this.#box, strike)) continue
      this.#count++
      this.#kept.push(strike)
      if (this.#kept.length >= 2 * STRIKES_DRAWN_MAX) this.#kept = this.drawn
    }
  }
}
