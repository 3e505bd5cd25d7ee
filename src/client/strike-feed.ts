import { type StrikeRecord, strikeIdentity, strikeRecordSchema } from '../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX, LIGHTNING_MINUTES_MIN } from '../contract/limits.ts'
import { readRecords } from '../contract/records.ts'
import type { ContractApi } from './contract-api.ts'
import type { Feed, FeedEvent } from './feed.ts'
import { createJoinedFeed, type FeedOptions, type JoinAnswer } from './joined-feed.ts'
import { createRecentIds } from './recent-ids.ts'

const MINUTE_MS = 60_000
const REACH_MAX_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS
/** A batch comes every second, an empty one too. */
const SILENCE_MS = 10_000
/** The lightning socket answers a subscription; should it not, its batches do. */
const SETTLE_MS = 5_000
/** Records may arrive half a minute after their strike, and REST may go by the strike's time. */
const LATE_MARGIN_MS = 45_000
/** The REST window, by whole minutes. */
const REMEMBER_MS = 6 * MINUTE_MS
const POLL_EVERY_MS = 25_000

/** The live line of strikes, joined by REST for the minutes that it missed. */
export function createStrikeFeed(
  options: FeedOptions & { api: Pick<ContractApi, 'strikes'> },
): Feed<FeedEvent<StrikeRecord>> {
  const { clock } = options.environment
  const recent = createRecentIds({ clock, keepMs: REMEMBER_MS })

  async function fetchSince(sinceMs: number, signal: AbortSignal): Promise<JoinAnswer<StrikeRecord>> {
    for (;;) {
      const minutes = minutesBack(clock.now() - sinceMs)
      const { records, dropped, spanMs } = await options.api.strikes(minutes, signal)
      // Counted back from the answer: it may have waited for its turn, or put a clock right that had stood still.
      const reachMs = clock.now() - (spanMs || minutes * MINUTE_MS)
      const more = minutesBack(clock.now() - sinceMs)
      if (reachMs <= sinceMs || more <= minutes) return { records, dropped, reachMs }
    }
  }

  return createJoinedFeed(options, {
    subscribe: { action: 'subscribe' },
    dataType: 'new_strikes',
    silenceMs: SILENCE_MS,
    settleMs: SETTLE_MS,
    quiet: false,
    read: (list) => readRecords(strikeRecordSchema, list),
    isNew: (record) => recent.isNew(strikeIdentity(record)),
    firstJoinMs: REACH_MAX_MS,
    pollEveryMs: POLL_EVERY_MS,
    fetchSince,
    lost: ({ fromMs, toMs }, reachMs) => (fromMs < reachMs ? { fromMs, toMs: Math.min(toMs, reachMs) } : null),
    hopeless: ({ toMs }, nowMs) => toMs < nowMs - REACH_MAX_MS,
  })
}

function minutesBack(ageMs: number): number {
  if (ageMs < 0) return LIGHTNING_MINUTES_MAX // the clock was put back, and no longer tells how long it was
  const minutes = Math.ceil((ageMs + LATE_MARGIN_MS) / MINUTE_MS)
  return Math.min(LIGHTNING_MINUTES_MAX, Math.max(LIGHTNING_MINUTES_MIN, minutes))
}
