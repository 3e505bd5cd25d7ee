import type { FeedEvent } from '../../../client/feed/feed.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { strikeTimeMs } from '../../../core/strikes/strike.ts'
import { KEPT_MS, StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { GAP_MIN_MS } from '../../../core/time/gaps.ts'
import { ObservedTime } from '../../../core/time/observed-time.ts'
import { LineWatch } from '../line-watch.ts'
import type { ServerAccess } from '../server-access.ts'

const WITHIN_MS = MINUTE_MS
const SAMPLES = 512

/** Sampled strikes per batch: enough to measure the delay. */
const DELAYS_PER_BATCH = 16

/** The strikes of the live feed, their delays, and the observed part of the past. Outside React. */
export class LiveStrikeStore {
  readonly columns = new StrikeColumns()
  readonly observed = new ObservedTime(KEPT_MS)
  readonly delays = new DelayGauge()
  readonly line: LineWatch
  readonly #server: Pick<ServerAccess, 'strikes' | 'clock'>
  /** Time of the last live batch, or end of a later observed period, Unix ms; and the batch's connection. */
  #batchMs: number | null = null
  #reconnects = 0

  constructor(server: Pick<ServerAccess, 'strikes' | 'clock'>) {
    this.#server = server
    this.line = new LineWatch(server.strikes, server.clock)
  }

  /** End of the observed period: now, or the last data if these are too old. */
  heardMs(nowMs: number): number {
    if (this.line.state().isFresh) return nowMs
    const { lastDataMs, sinceMs } = this.#server.strikes.status()
    // A REST response during an outage does not end the outage.
    return Math.min(nowMs - GAP_MIN_MS, lastDataMs ?? sinceMs)
  }

  /** Whether strikes of a period are still loading: requested past, or the time before the feed's first data. */
  isLoading(fromMs: number, toMs: number): boolean {
    if (this.line.state().kind === 'connecting' && this.#server.strikes.status().lastDataMs === null) return true
    return this.#server.strikes.pending().some((span) => span.fromMs < toMs && span.toMs > fromMs)
  }

  /** Whether loading of some failed because the history returned an error; it is retried. */
  isUnread(fromMs: number, toMs: number): boolean {
    const { strikes } = this.#server
    return (
      strikes.historyTrouble() !== null && strikes.pending().some((span) => span.fromMs < toMs && span.toMs > fromMs)
    )
  }

  take(event: FeedEvent<StrikeRecord>): void {
    if (event.kind === 'gap' || event.kind === 'missing') this.observed.gap(event.fromMs, event.toMs)
    if (event.kind === 'observed') {
      this.observed.observed(event.fromMs, event.toMs)
      if (this.#batchMs !== null && event.toMs > this.#batchMs) {
        this.observed.gap(this.#batchMs, event.fromMs)
        this.#batchMs = event.toMs
      }
    }
    this.line.look()
    if (event.kind !== 'records') return
    const nowMs = this.#server.clock.now()
    const live = event.from === 'live'
    this.columns.push(event.records, nowMs, live)
    if (!live) return
    this.#heard(nowMs)
    for (const { time } of event.records.slice(-DELAYS_PER_BATCH)) this.delays.note(nowMs - strikeTimeMs(time), nowMs)
  }

  /**
   * A batch on a new connection does not cover the time since the last one: that is missing until REST has backfilled
   * it.
   */
  #heard(nowMs: number): void {
    const { reconnects } = this.#server.strikes.status()
    if (reconnects !== this.#reconnects && this.#batchMs !== null) this.observed.gap(this.#batchMs, nowMs)
    this.observed.begin(nowMs)
    this.#reconnects = reconnects
    this.#batchMs = nowMs
  }
}

/** How far the screen is behind the sky: the time from strike to screen, over the last minute. */
class DelayGauge {
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
