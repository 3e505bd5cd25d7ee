import type { FeedEvent, FeedStatus } from '../../../client/feed/feed.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { strikeTimeMs } from '../../../core/strikes/strike.ts'
import { KEPT_MS, StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { ObservedTime } from '../../../core/time/observed-time.ts'
import type { ServerAccess } from '../server-access.ts'
import { DelayGauge } from './delay-gauge.ts'

/** A batch comes each second; so long without one and the line is not to be trusted. */
const SILENT_AFTER_MS = 10_000
/** While sockets are taken, REST is asked every 25 s instead. */
const SILENT_AFTER_POLL_MS = 40_000
/** Of a batch, so many strikes are enough to know the delay. */
const DELAYS_PER_BATCH = 16

/** True while nothing has been heard for so long that what is shown may be the past. */
export function isStale({ state, lastDataMs }: Pick<FeedStatus, 'state' | 'lastDataMs'>, nowMs: number): boolean {
  if (lastDataMs === null) return true
  return nowMs - lastDataMs > (state === 'waiting-for-slot' ? SILENT_AFTER_POLL_MS : SILENT_AFTER_MS)
}

/** The strikes that the live line brought, how late they came, and which part of the past was watched. Outside React. */
export class LiveStrikeStore {
  readonly columns = new StrikeColumns()
  readonly observed = new ObservedTime(KEPT_MS)
  readonly delays = new DelayGauge()
  readonly #server: Pick<ServerAccess, 'strikes' | 'clock'>
  /** Up to when live batches came, Unix ms, and on which connection. */
  #batchMs: number | null = null
  #reconnects = 0

  constructor(server: Pick<ServerAccess, 'strikes' | 'clock'>) {
    this.#server = server
  }

  /** True while nothing has been heard for so long that what is shown may be the past. */
  isStale(): boolean {
    return isStale(this.#server.strikes.status(), this.#server.clock.now())
  }

  /** Up to when what is observed is known: now, or the last sign of life where that is too long ago. */
  heardMs(nowMs: number): number {
    const status = this.#server.strikes.status()
    const isSilent = isStale(status, nowMs) || status.state === 'source-down' || status.state === 'closed'
    return isSilent ? Math.min(nowMs, status.lastDataMs ?? status.sinceMs) : nowMs
  }

  take(event: FeedEvent<StrikeRecord>): void {
    if (event.kind === 'gap') this.observed.gap(event.fromMs, event.toMs)
    if (event.kind === 'observed') {
      this.observed.observed(event.fromMs, event.toMs)
      if (this.#batchMs !== null && event.fromMs <= this.#batchMs) this.#batchMs = Math.max(this.#batchMs, event.toMs)
    }
    if (event.kind !== 'records') return
    const nowMs = this.#server.clock.now()
    const live = event.from === 'live'
    this.columns.push(event.records, nowMs, live)
    if (!live) return
    this.#heard(nowMs)
    for (const { time } of event.records.slice(-DELAYS_PER_BATCH)) this.delays.note(nowMs - strikeTimeMs(time), nowMs)
  }

  /** A batch on a new connection says nothing of the time since the last one: that is missing until REST has told of it. */
  #heard(nowMs: number): void {
    const { reconnects } = this.#server.strikes.status()
    if (reconnects !== this.#reconnects && this.#batchMs !== null) this.observed.gap(this.#batchMs, nowMs)
    this.observed.begin(nowMs)
    this.#reconnects = reconnects
    this.#batchMs = nowMs
  }
}
