import { type Span, Spans } from './spans.ts'

/** Coverage of the past: everything since a first time, except for gaps. Unix ms. */
export class ObservedTime {
  #fromMs: number | null = null
  readonly #gaps = new Spans()
  readonly #keptMs: number

  /** Gaps are kept for `keptMs`, the longest window requested. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** Coverage begins at `fromMs`, unless it began earlier. */
  begin(fromMs: number): void {
    this.#fromMs = Math.min(this.#fromMs ?? fromMs, fromMs)
  }

  /** The period is observed, even inside a gap or before the first time. */
  observed(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#gaps.remove(fromMs, toMs)
    if (this.#fromMs === null) this.#fromMs = fromMs
    if (fromMs >= this.#fromMs) return
    this.gap(toMs, this.#fromMs) // the time between the two is unobserved
    this.#fromMs = fromMs
  }

  /** The period is unobserved. */
  gap(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#gaps.remove(Number.NEGATIVE_INFINITY, toMs - this.#keptMs)
    this.#gaps.add(fromMs, toMs)
  }

  /** Unobserved parts of a period, in order and disjoint; `untilMs` is the end of received data. */
  missing(fromMs: number, toMs: number, untilMs: number): Span[] {
    const holes = new Spans(this.#gaps.list())
    holes.add(Number.NEGATIVE_INFINITY, this.#fromMs ?? Number.POSITIVE_INFINITY)
    holes.add(untilMs, Number.POSITIVE_INFINITY)
    return holes.within(fromMs, toMs)
  }

  /** Observed duration of a period. */
  observedMs(fromMs: number, toMs: number, untilMs: number): number {
    return this.missing(fromMs, toMs, untilMs).reduce((left, hole) => left - (hole.toMs - hole.fromMs), toMs - fromMs)
  }
}
