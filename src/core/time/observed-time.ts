import { type Span, Spans } from './spans.ts'

/** Which part of the past was observed: everything since a first moment, except for the gaps. Unix ms throughout. */
export class ObservedTime {
  #fromMs: number | null = null
  readonly #gaps = new Spans()
  readonly #keptMs: number

  /** Gaps are remembered for `keptMs`, the longest window anybody asks about. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** Observation began at `fromMs`, unless it began earlier. */
  begin(fromMs: number): void {
    this.#fromMs = Math.min(this.#fromMs ?? fromMs, fromMs)
  }

  /** Everything of that period is known by now, in a gap or before the first moment. */
  observed(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#gaps.remove(fromMs, toMs)
    if (this.#fromMs === null) this.#fromMs = fromMs
    if (fromMs >= this.#fromMs) return
    this.gap(toMs, this.#fromMs) // the time between the two was not observed
    this.#fromMs = fromMs
  }

  /** What happened in this period is not known. */
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
