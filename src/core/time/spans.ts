/** A period, Unix ms: [fromMs, toMs). */
export interface Span {
  fromMs: number
  toMs: number
}

/** A period up to the present; a future one stays whole, because all of it is unobserved. */
export function untilNow({ fromMs, toMs }: Span, nowMs: number): Span {
  return { fromMs, toMs: fromMs < nowMs ? Math.min(toMs, nowMs) : toMs }
}

/** Length of disjoint periods together. */
export function totalMs(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
}

/** Disjoint periods, in order. */
export class Spans {
  #spans: Span[]

  constructor(spans: readonly Span[] = []) {
    this.#spans = []
    for (const { fromMs, toMs } of spans) this.add(fromMs, toMs)
  }

  list(): readonly Span[] {
    return this.#spans
  }

  get last(): Span | null {
    return this.#spans.at(-1) ?? null
  }

  /** Adds a period, merging it with adjacent ones. */
  add(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    const { last } = this
    if (last && fromMs >= last.fromMs && fromMs <= last.toMs) {
      // Fast path: the last period grows.
      last.toMs = Math.max(last.toMs, toMs)
      return
    }
    const touched = this.#spans.filter((span) => span.fromMs <= toMs && span.toMs >= fromMs)
    const apart = this.#spans.filter((span) => !touched.includes(span))
    const joined = {
      fromMs: Math.min(fromMs, ...touched.map((span) => span.fromMs)),
      toMs: Math.max(toMs, ...touched.map((span) => span.toMs)),
    }
    this.#spans = [...apart, joined].sort((a, b) => a.fromMs - b.fromMs)
  }

  remove(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#spans = this.#spans.flatMap((span) =>
      [
        { fromMs: span.fromMs, toMs: Math.min(span.toMs, fromMs) },
        { fromMs: Math.max(span.fromMs, toMs), toMs: span.toMs },
      ].filter((rest) => rest.toMs > rest.fromMs),
    )
  }

  /** Parts of a period outside all of them. */
  missing(fromMs: number, toMs: number): Span[] {
    const rest = new Spans([{ fromMs, toMs }])
    for (const span of this.#spans) rest.remove(span.fromMs, span.toMs)
    return [...rest.list()]
  }

  /** Parts of a period inside any of them. */
  within(fromMs: number, toMs: number): Span[] {
    return this.#spans
      .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
      .filter((span) => span.toMs > span.fromMs)
  }
}
