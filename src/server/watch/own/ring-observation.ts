import { parseInstantMs } from '../../../contract/time.ts'
import { type Watch, watchOf } from '../../../core/airports/hold-time.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { Spans } from '../../../core/time/spans.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { type Break, Breaks } from '../../../core/watch/breaks.ts'
import type { Observing } from '../../../core/watch/lightning-watch.ts'
import type { History } from '../../history/history.ts'
import type { StrikeEvent } from '../../sources/source.ts'

/** Longer than any hold time. */
export const LOOK_BACK_MS = 40 * MINUTE_MS

/** Which of the last while was observed, by the word of the source alone. Unix ms. */
export class Observation {
  readonly #observed: Spans
  readonly #breaks: Breaks
  #changed = false

  /** `breaks` are those that were known before a restart. */
  constructor(observed: Spans, breaks: readonly Break[]) {
    this.#observed = observed
    this.#breaks = new Breaks(breaks)
  }

  take(event: StrikeEvent): void {
    if (event.kind === 'observed') this.#observed.add(event.fromMs, event.toMs)
    if (event.kind === 'missing') this.#observed.remove(event.fromMs, event.toMs)
    if (event.kind !== 'gap') return
    const [fromMs, toMs] = [parseInstantMs(event.gap.from), parseInstantMs(event.gap.to)]
    if (fromMs !== null && toMs !== null) this.#observed.remove(fromMs, toMs)
  }

  at(nowMs: number): Observing {
    const held = new Map<number, Watch>()
    const made = (holdMs: number) => watchOf(this.#observed.missing(nowMs - holdMs, nowMs), nowMs, holdMs)
    return { watchOf: (holdMs) => heldOrMade(held, holdMs, () => made(holdMs)), breaks: this.#breaks.list() }
  }

  /** Looks for breaks up to now, and lets go of what is long past. */
  look(nowMs: number): void {
    const sinceMs = nowMs - LOOK_BACK_MS
    this.#observed.remove(Number.NEGATIVE_INFINITY, sinceMs - LOOK_BACK_MS)
    if (this.#breaks.update(this.#observed.missing(sinceMs, nowMs), sinceMs)) this.#changed = true
  }

  /** The breaks, where others are known than at the last call; else null. */
  takeChange(): readonly Break[] | null {
    const changed = this.#changed
    this.#changed = false
    return changed ? this.#breaks.list() : null
  }
}

/** What was observed of the time before the start. */
export async function observedBefore(history: Pick<History, 'missing'>, nowMs: number): Promise<Spans> {
  const fromMs = nowMs - LOOK_BACK_MS
  const observed = new Spans([{ fromMs, toMs: nowMs }])
  for (const span of await history.missing('lightning', fromMs, nowMs)) observed.remove(span.fromMs, span.toMs)
  return observed
}
