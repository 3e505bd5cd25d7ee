import { MINUTE_MS } from '../../../core/time/durations.ts'

const WITHIN_MS = MINUTE_MS
const SAMPLES = 512

/** How far the screen is behind the sky: the time from strike to screen, over the last minute. */
export class DelayGauge {
  readonly #delaysMs = new Float32Array(SAMPLES)
  readonly #notedMs = new Float64Array(SAMPLES).fill(Number.NEGATIVE_INFINITY)
  #next = 0

  note(delayMs: number, nowMs: number): void {
    this.#delaysMs[this.#next] = Math.max(0, delayMs)
    this.#notedMs[this.#next] = nowMs
    this.#next = (this.#next + 1) % SAMPLES
  }

  /** The median delay of the last minute's strikes; null without any. */
  medianMs(nowMs: number): number | null {
    const recent = this.#delaysMs.filter((_, i) => nowMs - this.#notedMs[i]! <= WITHIN_MS).sort()
    return recent.length === 0 ? null : recent[Math.floor(recent.length / 2)]!
  }
}
