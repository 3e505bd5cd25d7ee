import type { FeedEvent } from '../../../../client/feed/feed.ts'
import type { StrikeRecord } from '../../../../contract/lightning.ts'
import type { Box } from '../../../../core/geo/geo.ts'
import { strikeTimeMs } from '../../../../core/strikes/strike.ts'
import type { HeldStrike, StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import {
  chosenBy,
  STRIKE_DISPLAY_DEFAULT,
  type StrikeDisplayOptions,
} from '../../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { Emitter } from '../../../../core/util/emitter.ts'
import type { ServerConnection } from '../../../live/server-connection.ts'
import { isStale, type LiveStrikeStore, liveStrikesOf } from '../../../live/strikes/live-strike-store.ts'
import { type StrikeName, strikeId } from '../panel/strike-id.ts'
import { DelayGauge } from '../row/delay-gauge.ts'
import type { LightningFacts } from '../row/lightning-status.ts'

/** Of a batch, so many strikes are enough to know the delay. */
const SAMPLES_PER_BATCH = 16

/** A strike under the pointer, and where the pointer is. */
export interface Hovered {
  sequence: number
  x: number
  y: number
}

/** The page's strikes as this layer sees them. Lives outside React, one for each contract. */
export class StrikeSource {
  readonly columns: StrikeColumns
  readonly #contract: Pick<ServerConnection, 'strikes' | 'clock'>
  readonly #memory: LiveStrikeStore
  readonly #delays = new DelayGauge()
  #sought: { id: string; columns: StrikeColumns | null; end: number; sequence: number | null } = {
    id: '',
    columns: null,
    end: -1,
    sequence: null,
  }
  /** What the pointer is over, as it moves; null for nothing. */
  readonly hovers = new Emitter<Hovered | null>()
  /** What the map shows, for the count in view; null while the layer is off. */
  view: Box | null = null

  constructor(connection: Pick<ServerConnection, 'strikes' | 'clock'>) {
    this.#contract = connection
    this.#memory = liveStrikesOf(connection)
    this.columns = this.#memory.columns
  }

  /** Takes in what comes, and at once what there was in the last `windowMs`. */
  attach(windowMs: number): () => void {
    const stop = this.#contract.strikes.subscribe((event) => this.#take(event))
    this.#contract.strikes.start()
    this.reachBack(windowMs)
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

  facts(windowMinutes: number, choice: StrikeDisplayOptions = STRIKE_DISPLAY_DEFAULT): LightningFacts {
    const nowMs = this.nowMs()
    this.columns.expire(nowMs)
    this.reachBack(windowMinutes * MINUTE_MS)
    const sinceMs = nowMs - windowMinutes * MINUTE_MS
    const { records } = choice
    const { state, sinceMs: stateSinceMs, lastDataMs } = this.#contract.strikes.status()
    return {
      state,
      stateSinceMs,
      lastDataMs,
      nowMs,
      windowMinutes,
      count: this.columns.countSince(sinceMs, null, { records }),
      counted: records ? 'records' : 'strokes',
      shown: choice.weak === 'hidden' ? this.columns.countSince(sinceMs, null, chosenBy(choice)) : null,
      inView: this.view && this.columns.countSince(sinceMs, this.view, { records }),
      newestMs: this.columns.latestMs,
      delayMs: this.#delays.medianMs(nowMs),
      observedMs: this.#memory.observed.observedMs(sinceMs, nowMs, this.#memory.heardMs(nowMs)),
      cutToMs: this.columns.cutToMs,
    }
  }

  /** The strike of that name while it is held; looked for again with what comes until it is found. */
  held(name: StrikeName, columns: StrikeColumns = this.columns): HeldStrike | null {
    const id = strikeId(name)
    const { id: soughtId, columns: soughtIn, end, sequence } = this.#sought
    if (soughtId !== id || soughtIn !== columns || (sequence === null && end !== columns.end)) {
      this.#sought = { id, columns, end: columns.end, sequence: columns.find(name.timeMs, name.lat, name.lon) }
    }
    return this.#sought.sequence === null ? null : columns.at(this.#sought.sequence)
  }

  #take(event: FeedEvent<StrikeRecord>): void {
    this.#memory.take(event)
    if (event.kind !== 'records' || event.from !== 'live') return
    const nowMs = this.nowMs()
    for (const record of event.records.slice(-SAMPLES_PER_BATCH)) {
      this.#delays.note(nowMs - strikeTimeMs(record.time), nowMs)
    }
  }
}

const sources = new WeakMap<object, StrikeSource>()

/** The strikes that came by this contract. */
export function strikeSourceOf(connection: ServerConnection): StrikeSource {
  let source = sources.get(connection)
  if (!source) {
    source = new StrikeSource(connection)
    sources.set(connection, source)
  }
  return source
}
