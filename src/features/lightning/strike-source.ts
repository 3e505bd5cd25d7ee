import type { FeedEvent } from '../../client/feed.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Box } from '../../core/geo.ts'
import { ObservedTime } from '../../core/observed-time.ts'
import { strikeTimeMs } from '../../core/strike.ts'
import { type HeldStrike, KEPT_MS, StrikeColumns } from '../../core/strike-columns.ts'
import type { Contract } from '../../shell/contract-context.ts'
import { DelayGauge } from './delay-gauge.ts'
import { isStale, type LightningFacts } from './lightning-status.ts'
import { type StrikeName, strikeId } from './strike-id.ts'

const MINUTE_MS = 60_000
/** Of a batch, so many strikes are enough to know the delay. */
const SAMPLES_PER_BATCH = 16

/** The page's strikes and what is known about how complete they are. Lives outside React, one for each contract. */
export class StrikeSource {
  readonly columns = new StrikeColumns()
  readonly #contract: Pick<Contract, 'strikes' | 'clock'>
  readonly #observed = new ObservedTime(KEPT_MS)
  readonly #delays = new DelayGauge()
  #sought: { id: string; end: number; sequence: number | null } = { id: '', end: -1, sequence: null }
  /** What the map shows, for the count in view; null while the layer is off. */
  view: Box | null = null

  constructor(contract: Pick<Contract, 'strikes' | 'clock'>) {
    this.#contract = contract
  }

  attach(): () => void {
    const stop = this.#contract.strikes.subscribe((event) => this.#take(event))
    this.#contract.strikes.start()
    return stop
  }

  /** Wants the strikes of a window, of before the page was opened too. */
  reachBack(windowMs: number): void {
    this.#contract.strikes.reachBack(windowMs)
  }

  nowMs(): number {
    return this.#contract.clock.now()
  }

  /** True while nothing has been heard for so long that what is shown may be the past. */
  isStale(): boolean {
    return isStale(this.#contract.strikes.status(), this.nowMs())
  }

  facts(windowMinutes: number): LightningFacts {
    const nowMs = this.nowMs()
    this.columns.expire(nowMs)
    this.reachBack(windowMinutes * MINUTE_MS)
    const sinceMs = nowMs - windowMinutes * MINUTE_MS
    const { state, sinceMs: stateSinceMs, lastDataMs } = this.#contract.strikes.status()
    const heardMs = this.isStale() ? (lastDataMs ?? stateSinceMs) : nowMs
    return {
      state,
      stateSinceMs,
      lastDataMs,
      nowMs,
      windowMinutes,
      count: this.columns.countSince(sinceMs),
      inView: this.view && this.columns.countSince(sinceMs, this.view),
      newestMs: this.columns.latestMs,
      delayMs: this.#delays.medianMs(nowMs),
      observedMs: this.#observed.observedMs(sinceMs, nowMs, heardMs),
      cutToMs: this.columns.cutToMs,
    }
  }

  /** The strike of that name while it is held; looked for again with what comes until it is found. */
  held(name: StrikeName): HeldStrike | null {
    const id = strikeId(name)
    const { columns } = this
    if (this.#sought.id !== id || (this.#sought.sequence === null && this.#sought.end !== columns.end)) {
      this.#sought = { id, end: columns.end, sequence: columns.find(name.timeMs, name.lat, name.lon) }
    }
    return this.#sought.sequence === null ? null : columns.at(this.#sought.sequence)
  }

  #take(event: FeedEvent<StrikeRecord>): void {
    if (event.kind === 'gap') this.#observed.gap(event.fromMs, event.toMs)
    if (event.kind === 'observed') this.#observed.observed(event.fromMs, event.toMs)
    if (event.kind !== 'records') return
    const nowMs = this.nowMs()
    const live = event.from === 'live'
    this.columns.push(event.records, nowMs, live)
    if (!live) return
    this.#observed.begin(nowMs)
    for (const record of event.records.slice(-SAMPLES_PER_BATCH)) {
      this.#delays.note(nowMs - strikeTimeMs(record.time), nowMs)
    }
  }
}

const sources = new WeakMap<object, StrikeSource>()

/** The strikes that came by this contract. */
export function strikeSourceOf(contract: Contract): StrikeSource {
  let source = sources.get(contract)
  if (!source) {
    source = new StrikeSource(contract)
    sources.set(contract, source)
  }
  return source
}
