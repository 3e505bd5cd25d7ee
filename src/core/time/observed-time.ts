import { type Span, Spans } from './spans.ts'

/** Which part of the past was watched: from a beginning, but for the gaps. Unix ms throughout. */
export class ObservedTime {
  #fromMs: number | null = null
  readonly #gaps = new Spans()
  readonly #keptMs: number

  /** Gaps are remembered for `keptMs`, the longest window anybody asks about. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** What came goes back to `fromMs`; an earlier beginning stays. */
  begin(fromMs: number): void {
    this.#fromMs = Math.min(this.#fromMs ?? fromMs, fromMs)
  }

  /** That period is had after all, or was watched before anything else. */
  observed(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#gaps.remove(fromMs, toMs)
    if (this.#fromMs === null) this.#fromMs = fromMs
    if (fromMs >= this.#fromMs) return
    this.gap(toMs, this.#fromMs) // what lies between is not known
    this.#fromMs = fromMs
  }

  /** Nothing can be had of this period any more. */
  gap(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#gaps.remove(Number.NEGATIVE_INFINITY, toMs - this.#keptMs)
    this.#gaps.add(fromMs, toMs)
  }

  /** The unwatched parts of a period, in order and without overlap; `untilMs` is up to when the line has been heard. */
  missing(fromMs: number, toMs: number, untilMs: number): Span[] {
    const holes = new Spans(this.#gaps.list())
    holes.add(Number.NEGATIVE_INFINITY, this.#fromMs ?? Number.POSITIVE_INFINITY)
    holes.add(untilMs, Number.POSITIVE_INFINITY)
    return holes.within(fromMs, toMs)
  }

  /** How much of a period was watched. */
  observedMs(fromMs: number, toMs: number, untilMs: number): number {
    return this.missing(fromMs, toMs, untilMs).reduce((left, hole) => left - (hole.toMs - hole.fromMs), toMs - fromMs)
  }
}
