import { readStrikes, type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX, LIGHTNING_MINUTES_MIN } from '../../contract/limits.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { type Box, isInside } from '../../core/geo/geo.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { StrikeHistory } from '../history/strike-history.ts'
import type { ContractApi, StrikeWindow } from '../http/contract-api.ts'
import type { Feed, FeedEvent } from './feed.ts'
import { createFeedDelay } from './feed-delay.ts'
import type { JoinAnswer } from './join/gap-filler.ts'
import { createJoinedFeed, type FeedOptions } from './joined-feed.ts'
import { createRecentIds } from './recent-ids.ts'
import { createBackfill } from './strike-backfill.ts'

const REACH_MAX_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS
/**
 * History covers all but the last moments: REST loads only the last minute, because columns parse many times faster
 * than JSON.
 */
const FIRST_JOIN_BESIDE_HISTORY_MS = 1_000
/** A batch arrives every second, possibly empty. */
const SILENCE_MS = 10_000
/** A longer pause is the only sign of lost batches. */
const PAUSE_MAX_MS = 3_500
/** The lightning socket confirms a subscription, or sends batches. */
const CONFIRM_WITHIN_MS = 5_000
/** Records may arrive half a minute after the strike, and REST may filter by strike time. */
const LATE_MARGIN_MS = 45_000
/** The REST window, by whole minutes. */
const REMEMBER_MS = 6 * MINUTE_MS
/** `Date` has whole seconds, so that the server's clock is known within half a second. */
const CLOCK_ERROR_MS = 500
const POLL_EVERY_MS = 25_000
/** The line sends what was just stored, and REST what was stored within its reach. */
const STORED_AGO_MAX_MS = 2 * REACH_MAX_MS
/** The longest window of any screen. */
const WINDOW_MAX_MS = 120 * MINUTE_MS

/** The live line of strikes, and the history behind it if the server has one. */
export interface StrikeFeed extends Feed<FeedEvent<StrikeRecord>> {
  /** Requests the last `windowMs`; called repeatedly as the window grows. Cheap. */
  reachBack(windowMs: number): void
  /** Pending parts of the past. */
  pending(): Span[]
  /** Error of the server's history, without secrets; null without one. It is retried. */
  historyTrouble(): string | null
}

interface Measured {
  /** Maximum delay of a record, except for a few. */
  lateMs(): number
}

export interface StrikeFeedOptions extends FeedOptions {
  api: Pick<ContractApi, 'strikes'>
  /** Strikes of an earlier line, which are not reported again. */
  known?: readonly StrikeRecord[]
  /** History of a server, for data older than REST's reach and for longer breaks. */
  history?: StrikeHistory
  /** True if that history is filled by the line that we join, so that it covers the last minutes like REST. */
  historyIsLive?: boolean
  /** Limits the feed to a box: a relay filters, and data of an upstream is filtered here. */
  box?: Box
}

/** The live line of strikes, with REST backfills of missed minutes. */
export function createStrikeFeed(options: StrikeFeedOptions): StrikeFeed & Measured {
  const { clock } = options.environment
  const { box } = options
  const inBox = (records: readonly StrikeRecord[]) => records.filter((record) => !box || isInside(box, record))
  const recent = createRecentIds({ clock, keepMs: REMEMBER_MS })
  const delay = createFeedDelay()
  delay.note(options.known ?? [])
  for (const record of options.known ?? []) recent.isNew(strikeIdentity(record))

  async function fetchSince(sinceMs: number, signal: AbortSignal): Promise<JoinAnswer<StrikeRecord>> {
    const minutesSince = () => minutesBack(clock.now() - sinceMs, delay.lateMs())
    for (;;) {
      const minutes = minutesSince()
      const { spanMs, ...answer } = await options.api.strikes(minutes, signal, box)
      // Counted back from the response: it may have been queued, or a stopped clock been corrected.
      const reachMs = clock.now() - (spanMs || minutes * MINUTE_MS) + CLOCK_ERROR_MS
      const more = minutesSince()
      if (reachMs > sinceMs && more > minutes) continue
      delay.note(answer.records)
      return { ...datedRight(answer), records: inBox(answer.records), reachMs }
    }
  }

  /** If all records were stored long ago, our time (`Date` of the server) or theirs is wrong: none counts as observed. */
  function datedRight<T extends Pick<StrikeWindow, 'records'>>(read: T): T {
    const nowMs = clock.now()
    const sinceMs = nowMs - STORED_AGO_MAX_MS
    const isWrong = read.records.every(({ arrived_at }) => (parseInstantMs(arrived_at) ?? nowMs) < sinceMs)
    return isWrong && read.records[0] ? { ...read, lost: [null], complaint: 'arrived_at: long ago' } : read
  }

  const feed = createJoinedFeed<StrikeRecord>(options, {
    subscribe: { action: 'subscribe', ...(box && { bbox: [box.west, box.south, box.east, box.north] }) },
    dataType: 'new_strikes',
    silenceMs: SILENCE_MS,
    // Thousands of pages must not send requests simultaneously because their server paused; it backfills its own losses
    // from REST.
    ...(options.hurries && { pauseMaxMs: PAUSE_MAX_MS }),
    confirmWithinMs: CONFIRM_WITHIN_MS,
    dataIsRare: false,
    read(list) {
      const read = readStrikes(list, clock.now())
      delay.note(read.records)
      return { ...datedRight(read), records: inBox(read.records) }
    },
    isNew: (record) => recent.isNew(strikeIdentity(record)),
    firstJoinMs: options.historyIsLive ? FIRST_JOIN_BESIDE_HISTORY_MS : REACH_MAX_MS,
    lateMs: delay.lateMs,
    reachMs: REACH_MAX_MS,
    pollEveryMs: POLL_EVERY_MS,
    fetchSince,
    lost: ({ fromMs, toMs }, reachMs) => (fromMs < reachMs ? { fromMs, toMs: Math.min(toMs, reachMs) } : null),
    hopeless: ({ toMs }, nowMs) => toMs < nowMs - REACH_MAX_MS,
  })
  const { environment } = options
  const history = options.history && within(options.history, box)
  const strikes = { ...feed, lateMs: delay.lateMs }
  return history
    ? withHistory(strikes, { environment, history, ids: recent, aheadOfLine: options.historyIsLive ?? false })
    : { ...strikes, reachBack: () => {}, pending: () => [], historyTrouble: () => null }
}

function within(history: StrikeHistory, box: Box | undefined): StrikeHistory {
  return box ? { read: (period, signal) => history.read(period, signal, box) } : history
}

function withHistory(
  feed: Feed<FeedEvent<StrikeRecord>> & Measured,
  deps: Pick<Parameters<typeof createBackfill>[0], 'environment' | 'history' | 'ids' | 'aheadOfLine'>,
): StrikeFeed & Measured {
  const emitter = new Emitter<FeedEvent<StrikeRecord>>()
  const backfill = createBackfill({ ...deps, keepMs: WINDOW_MAX_MS, emit: (event) => emitter.emit(event) })
  const stop = feed.subscribe((event) => {
    emitter.emit(event)
    if (event.kind === 'observed') backfill.stands(event.fromMs)
    if (event.kind === 'gap' && !event.byServer) backfill.lost(event)
  })
  return {
    ...feed,
    subscribe: (listener) => emitter.subscribe(listener),
    reachBack: backfill.reachBack,
    pending: backfill.pending,
    historyTrouble: backfill.trouble,
    close() {
      backfill.close()
      feed.close()
      stop()
    },
  }
}

/** `lateMs` is already included in the age. */
function minutesBack(ageMs: number, lateMs: number): number {
  if (ageMs < 0) return LIGHTNING_MINUTES_MAX // the clock was set back, so that the age is unknown
  const minutes = Math.ceil((ageMs + LATE_MARGIN_MS - lateMs) / MINUTE_MS)
  return Math.min(LIGHTNING_MINUTES_MAX, Math.max(LIGHTNING_MINUTES_MIN, minutes))
}
