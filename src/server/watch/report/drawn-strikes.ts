import { isInside } from '../../../core/geo/geo.ts'
import type { Span } from '../../../core/time/spans.ts'

/** What is drawn of a strike; Unix ms. `polarity` is 0 where nothing says. */
export interface DrawnStrike {
  timeMs: number
  lat: number
  lon: number
  polarity: number
}

/** More than so many can't be told from each other on paper. */
export const STRIKES_DRAWN_MAX = 2_000

/** The last strikes of a period in a box: some thousand are drawn, and of the others it is known how many they are. */
export class DrawnStrikes {
  readonly #box
  readonly #period: Span
  #kept: DrawnStrike[] = []
  #count = 0

  constructor(box: Parameters<typeof isInside>[0], period: Span) {
    this.#box = box
    this.#period = period
  }

  /** How many struck there. */
  get count(): number {
    return this.#count
  }

  /** Those that came last, the oldest first. */
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
