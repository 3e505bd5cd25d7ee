import { parseInstantMs } from '../../contract/time.ts'
import type { Gaps } from '../../core/levels/level-state.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { gapsAmong, unbrokenSince } from '../../core/time/gaps.ts'
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
  /** Periods without a nowcast. */
  readonly #withoutNowcast: Span[] = []
  /** Periods that the clock skipped when it was set forward: they count as unobserved. */
  readonly #skipped: Span[] = []
  #nowcastMs: number
  #held: { atMs: number; gaps: Gaps } | null = null

  constructor(observed: Spans, nowMs: number) {
    this.#observed = observed
    this.#nowcastMs = nowMs
  }

  take(event: StrikeEvent): void {
    this.#held = null
    if (event.kind === 'observed') {
      this.#observed.add(event.fromMs, event.toMs)
      for (const { fromMs, toMs } of this.#skipped) this.#observed.remove(fromMs, toMs)
    }
    if (event.kind === 'missing') this.#observed.remove(event.fromMs, event.toMs)
    if (event.kind !== 'gap') return
    const fromMs = parseInstantMs(event.gap.from)
    const toMs = parseInstantMs(event.gap.to)
    if (fromMs !== null && toMs !== null) this.#observed.remove(fromMs, toMs)
  }

  /** Records a nowcast of `atMs`. */
  takeNowcast(atMs: number): void {
    this.#held = null
    const fromMs = this.#nowcastMs + NOWCAST_GAP_MS
    if (atMs > fromMs) this.#withoutNowcast.push({ fromMs, toMs: atMs })
    this.#nowcastMs = atMs
  }

  /** The clock stepped: the time between both readings counts as unobserved, and so does later coverage. */
  stepped(beforeMs: number, nowMs: number): void {
    this.#held = null
    if (nowMs > beforeMs) this.#skipped.push({ fromMs: beforeMs, toMs: nowMs })
    while (this.#skipped.length > 0 && this.#skipped.at(-1)!.fromMs >= nowMs) this.#skipped.pop()
    for (const span of this.#skipped) span.toMs = Math.min(span.toMs, nowMs)
    this.#observed.remove(Math.min(beforeMs, nowMs), nowMs < beforeMs ? Number.POSITIVE_INFINITY : nowMs)
    this.#nowcastMs = Math.min(this.#nowcastMs, nowMs)
    for (const span of this.#withoutNowcast) span.toMs = Math.min(span.toMs, nowMs)
  }

  /** Unobserved periods until now; an ongoing gap has no end. */
  gaps(nowMs: number): Gaps {
    if (this.#held?.atMs === nowMs) return this.#held.gaps
    const beginMs = nowMs - LOOK_BACK_MS
    const lightning = gapsAmong(this.#observed.missing(beginMs, nowMs), nowMs)
    // Look-back limit: data before a gap that began earlier do not count as observed.
    for (const gap of lightning) if (gap.fromMs <= beginMs) gap.fromMs = Number.NEGATIVE_INFINITY
    const openMs = this.#nowcastMs + NOWCAST_GAP_MS
    const open = nowMs > openMs ? [{ fromMs: openMs, toMs: Number.POSITIVE_INFINITY }] : []
    const nowcast = [...lightning, ...this.#withoutNowcast, ...open].sort((a, b) => a.fromMs - b.fromMs)
    const gaps = { lightning, nowcast }
    this.#held = { atMs: nowMs, gaps }
    return gaps
  }

  /** Begin of continuous lightning data; null if it is before the look-back limit, and during a gap. */
  since(nowMs: number): number | null {
    const sinceMs = unbrokenSince(this.gaps(nowMs).lightning, nowMs)
    return sinceMs === Number.NEGATIVE_INFINITY ? null : sinceMs
  }

  /** Drops old periods. */
  forget(nowMs: number): void {
    this.#observed.remove(Number.NEGATIVE_INFINITY, nowMs - 2 * LOOK_BACK_MS)
    while (this.#skipped[0] && this.#skipped[0].toMs < nowMs - 2 * LOOK_BACK_MS) this.#skipped.shift()
    while (this.#withoutNowcast[0] && this.#withoutNowcast[0].toMs < nowMs - LOOK_BACK_MS) this.#withoutNowcast.shift()
  }
}

/** Coverage from before the start. */
export async function observedBefore(history: Pick<History, 'missing'>, nowMs: number): Promise<Spans> {
  const fromMs = nowMs - LOOK_BACK_MS
  const observed = new Spans([{ fromMs, toMs: nowMs }])
  for (const span of await history.missing('lightning', fromMs, nowMs)) observed.remove(span.fromMs, span.toMs)
  return observed
}
