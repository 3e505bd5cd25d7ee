/** Which part of the past was watched: from a beginning, but for the gaps. Unix ms throughout. */
export class ObservedTime {
  #fromMs: number | null = null
  #gaps: { fromMs: number; toMs: number }[] = []
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
    this.#gaps = this.#gaps.flatMap((gap) =>
      [
        { fromMs: gap.fromMs, toMs: Math.min(gap.toMs, fromMs) },
        { fromMs: Math.max(gap.fromMs, toMs), toMs: gap.toMs },
      ].filter((rest) => rest.toMs > rest.fromMs),
    )
    if (this.#fromMs === null) this.#fromMs = fromMs
    if (fromMs >= this.#fromMs) return
    this.gap(toMs, this.#fromMs) // what lies between is not known
    this.#fromMs = fromMs
  }

  /** Nothing can be had of this period any more. */
  gap(fromMs: number, toMs: number): void {
    if (!(toMs > fromMs)) return
    this.#gaps = this.#gaps.filter((gap) => gap.toMs > toMs - this.#keptMs)
    this.#gaps.push({ fromMs, toMs })
  }

  /** The unwatched parts of a period, in order and without overlap; `untilMs` is up to when the line has been heard. */
  missing(fromMs: number, toMs: number, untilMs: number): { fromMs: number; toMs: number }[] {
    if (this.#fromMs === null) return toMs > fromMs ? [{ fromMs, toMs }] : []
    const holes = [
      { fromMs: Number.NEGATIVE_INFINITY, toMs: this.#fromMs },
      ...this.#gaps,
      { fromMs: untilMs, toMs: Number.POSITIVE_INFINITY },
    ].sort((a, b) => a.fromMs - b.fromMs)
    const found: { fromMs: number; toMs: number }[] = []
    let seenTo = fromMs
    for (const hole of holes) {
      const start = Math.max(hole.fromMs, seenTo)
      const end = Math.min(hole.toMs, toMs)
      if (end <= start) continue
      const last = found.at(-1)
      if (last && last.toMs === start) last.toMs = end
      else found.push({ fromMs: start, toMs: end })
      seenTo = end
    }
    return found
  }

  /** How much of a period was watched. */
  observedMs(fromMs: number, toMs: number, untilMs: number): number {
    return this.missing(fromMs, toMs, untilMs).reduce((left, hole) => left - (hole.toMs - hole.fromMs), toMs - fromMs)
  }
}
