import { readStrikes, type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX, LIGHTNING_MINUTES_MIN } from '../../contract/limits.ts'
import { type Box, isInside } from '../../core/geo/geo.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { StrikeHistory } from '../history/strike-history.ts'
import type { ContractApi } from '../http/contract-api.ts'
import type { Feed, FeedEvent } from './feed.ts'
import { createFeedDelay } from './feed-delay.ts'
import type { JoinAnswer } from './join/gap-filler.ts'
import { createJoinedFeed, type FeedOptions } from './joined-feed.ts'
import { createRecentIds } from './recent-ids.ts'
import { createBackfill } from './strike-backfill.ts'

const REACH_MAX_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS
/** Where history has all but the last moments: that minute alone, as columns are read many times faster than JSON. */
const FIRST_JOIN_BESIDE_HISTORY_MS = 1_000
/** A batch comes every second, an empty one too. */
const SILENCE_MS = 10_000
/** A pause that is longer is the only sign of batches that never came. */
const PAUSE_MAX_MS = 3_500
/** The lightning socket answers a subscription; should it not, its batches do. */
const CONFIRM_WITHIN_MS = 5_000
/** Records may arrive half a minute after their strike, and REST may go by the strike's time. */
const LATE_MARGIN_MS = 45_000
/** The REST window, by whole minutes. */
const REMEMBER_MS = 6 * MINUTE_MS
/** By `Date`, which tells whole seconds, the server's clock is known to half a second either way. */
const CLOCK_ERROR_MS = 500
const POLL_EVERY_MS = 25_000
/** The longest window that anybody looks at. */
const WINDOW_MAX_MS = 120 * MINUTE_MS

/** The live line of strikes, and the past behind it where the server keeps one. */
export interface StrikeFeed extends Feed<FeedEvent<StrikeRecord>> {
  /** Wants what happened in the last `windowMs`; asked again and again, as the window grows. Cheap to call. */
  reachBack(windowMs: number): void
  /** What of the past was asked for and is on its way. */
  pending(): Span[]
  /** Why the server's history does not bring it, in words without a secret; null where it does. It is asked again. */
  historyTrouble(): string | null
}

interface Measured {
  /** How long after its strike a record may come, but for a few. */
  lateMs(): number
}

export interface StrikeFeedOptions extends FeedOptions {
  api: Pick<ContractApi, 'strikes'>
  /** Strikes that an earlier line brought: they are told no more. */
  known?: readonly StrikeRecord[]
  /** Of a server that keeps more than REST tells: for what is older, and for breaks that were longer. */
  history?: StrikeHistory
  /** True where that history is filled by the very line that we join, and so knows the last minutes as REST does. */
  historyIsLive?: boolean
  /** Strikes in there alone: a relay sends no others, and of what an upstream sends they are left out. */
  box?: Box
}

/** The live line of strikes, joined by REST for the minutes that it missed. */
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
      // Counted back from the answer: it may have waited for its turn, or put a clock right that had stood still.
      const reachMs = clock.now() - (spanMs || minutes * MINUTE_MS) + CLOCK_ERROR_MS
      const more = minutesSince()
      if (reachMs > sinceMs && more > minutes) continue
      delay.note(answer.records)
      return { ...answer, records: inBox(answer.records), reachMs }
    }
  }

  const feed = createJoinedFeed<StrikeRecord>(options, {
    subscribe: { action: 'subscribe', ...(box && { bbox: [box.west, box.south, box.east, box.north] }) },
    dataType: 'new_strikes',
    silenceMs: SILENCE_MS,
    // Thousands of pages must not ask their server at once because it paused; what it lost itself, it has from REST.
    ...(options.hurries && { pauseMaxMs: PAUSE_MAX_MS }),
    confirmWithinMs: CONFIRM_WITHIN_MS,
    dataIsRare: false,
    read(list) {
      const read = readStrikes(list, clock.now())
      delay.note(read.records)
      return { ...read, records: inBox(read.records) }
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

/** The history of a box alone. */
function within(history: StrikeHistory, box: Box | undefined): StrikeHistory {
  return box ? { read: (period, signal) => history.read(period, signal, box) } : history
}

/** What `feed` tells, and what history adds to it. */
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

/** `lateMs` of the margin is in the age already. */
function minutesBack(ageMs: number, lateMs: number): number {
  if (ageMs < 0) return LIGHTNING_MINUTES_MAX // the clock was put back, and no longer tells how long it was
  const minutes = Math.ceil((ageMs + LATE_MARGIN_MS - lateMs) / MINUTE_MS)
  return Math.min(LIGHTNING_MINUTES_MAX, Math.max(LIGHTNING_MINUTES_MIN, minutes))
}
