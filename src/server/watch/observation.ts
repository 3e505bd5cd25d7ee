import type { Gaps } from '../../core/levels/level-state.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { gapsAmong, spanOf } from '../../core/time/gaps.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { History } from '../history/history.ts'
import type { StrikeEvent } from '../sources/source.ts'

/** Longer than any hold time. */
export const LOOK_BACK_MS = 40 * MINUTE_MS
/** An older nowcast is outdated. */
const NOWCAST_GAP_MS = 2 * MINUTE_MS

/** Coverage of lightning data and nowcasts, as reported by the source. Unix ms. */
export class Observation {
  readonly #observed: Spans
  /** Periods with a current nowcast. */
  readonly #forecast: Spans
  /** Periods that the clock skipped when it was set forward: they count as unobserved. */
  readonly #skipped: Span[] = []
  #computed: { atMs: number; gaps: Gaps } | null = null

  constructor(observed: Spans, nowMs: number) {
    this.#observed = observed
    this.#forecast = new Spans([{ fromMs: nowMs - LOOK_BACK_MS, toMs: nowMs + NOWCAST_GAP_MS }])
  }

  take(event: StrikeEvent): void {
    this.#computed = null
    if (event.kind === 'observed') {
      this.#observed.add(event.fromMs, event.toMs)
      for (const { fromMs, toMs } of this.#skipped) this.#observed.remove(fromMs, toMs)
    }
    if (event.kind === 'missing') this.#observed.remove(event.fromMs, event.toMs)
    if (event.kind !== 'gap') return
    const lost = spanOf(event.gap)
    if (lost) this.#observed.remove(lost.fromMs, lost.toMs)
  }

  /** Records a nowcast of `atMs`. */
  takeNowcast(atMs: number): void {
    this.#computed = null
    this.#forecast.add(atMs, atMs + NOWCAST_GAP_MS)
  }

  /** The clock stepped: the time between both readings counts as unobserved, and so does later coverage. */
  stepped(beforeMs: number, nowMs: number): void {
    this.#computed = null
    if (nowMs > beforeMs) this.#skipped.push({ fromMs: beforeMs, toMs: nowMs })
    while (this.#skipped.length > 0 && this.#skipped.at(-1)!.fromMs >= nowMs) this.#skipped.pop()
    for (const span of this.#skipped) span.toMs = Math.min(span.toMs, nowMs)
    this.#observed.remove(Math.min(beforeMs, nowMs), nowMs < beforeMs ? Number.POSITIVE_INFINITY : nowMs)
    this.#forecast.remove(nowMs + NOWCAST_GAP_MS, Number.POSITIVE_INFINITY)
  }

  /** Unobserved periods until now; an ongoing gap has no end. */
  gaps(nowMs: number): Gaps {
    if (this.#computed?.atMs === nowMs) return this.#computed.gaps
    const beginMs = nowMs - LOOK_BACK_MS
    const lightning = gapsAmong(this.#observed.missing(beginMs, nowMs), nowMs)
    // Look-back limit: data before a gap that began earlier do not count as observed.
    for (const gap of lightning) if (gap.fromMs <= beginMs) gap.fromMs = Number.NEGATIVE_INFINITY
    const withoutNowcast = gapsAmong(this.#forecast.missing(beginMs, nowMs), nowMs)
    const nowcast = [...lightning, ...withoutNowcast].sort((a, b) => a.fromMs - b.fromMs)
    const gaps = { lightning, nowcast }
    this.#computed = { atMs: nowMs, gaps }
    return gaps
  }

  /**
   * Begin of continuous lightning data, before a gap that has just opened; null if it is before the look-back limit. Now,
   * if no data are known.
   */
  since(nowMs: number): number | null {
    const { lightning } = this.gaps(nowMs)
    const open = lightning.at(-1)
    if (open?.fromMs === Number.NEGATIVE_INFINITY && open.toMs > nowMs) return nowMs
    const sinceMs = lightning.reduce((latest, { toMs }) => (toMs <= nowMs ? toMs : latest), Number.NEGATIVE_INFINITY)
    return sinceMs === Number.NEGATIVE_INFINITY ? null : sinceMs
  }

  /** Drops old periods. */
  forget(nowMs: number): void {
    for (const known of [this.#observed, this.#forecast]) {
      known.remove(Number.NEGATIVE_INFINITY, nowMs - 2 * LOOK_BACK_MS)
    }
    while (this.#skipped[0] && this.#skipped[0].toMs < nowMs - 2 * LOOK_BACK_MS) this.#skipped.shift()
  }
}

/** Coverage from before the start. */
export async function observedBefore(history: Pick<History, 'missing'>, nowMs: number): Promise<Spans> {
  const fromMs = nowMs - LOOK_BACK_MS
  const observed = new Spans([{ fromMs, toMs: nowMs }])
  for (const span of await history.missing('lightning', fromMs, nowMs)) observed.remove(span.fromMs, span.toMs)
  return observed
}
