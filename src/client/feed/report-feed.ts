import { PING_EVERY_MS } from '../../contract/limits.ts'
import { ALL_AIRPORTS, type ReportRecord, readReports, reportIdentity } from '../../contract/metar.ts'
import type { ReadRecords } from '../../contract/records.ts'
import type { withObservedTime } from '../../core/metar/observed-time.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { ContractApi } from '../http/contract-api.ts'
import type { Feed, FeedEvent } from './feed.ts'
import { createJoinedFeed, type FeedOptions } from './joined-feed.ts'
import { createLatestIds } from './recent-ids.ts'

/** The heartbeat is the ping, plus a minute for delays. */
const SILENCE_MS = PING_EVERY_MS + MINUTE_MS
/** A relay sends the state of its source every half minute. */
const SILENCE_WITH_STATUS_MS = 75_000
/** Airport sockets may not confirm a subscription: it counts as confirmed after this time. */
const CONFIRM_WITHIN_MS = 1_000
/** An airport rarely reports twice within this, so that a shorter break loses nothing beyond the latest report. */
const GAP_MS = 5 * MINUTE_MS
/** `/all` has one report per airport: among the last few. */
const REMEMBER_EACH = 8
const POLL_EVERY_MS = MINUTE_MS

/** The live line of airport reports, with backfills from the latest report of every airport. */
export function createReportFeed(
  options: FeedOptions & {
    api: Pick<ContractApi, 'latestReports'>
    /** Reports of an earlier line, which are not reported again. */
    known?: readonly ReportRecord[]
    /** Sets the times of a record received at `nowMs`; a relay has set them already. */
    timed?: typeof withObservedTime
  },
): Feed<FeedEvent<ReportRecord>> {
  const latest = createLatestIds(REMEMBER_EACH)
  /** As received: reports dated by receipt have a new time on each repetition. */
  const cameAs = new WeakMap<ReportRecord, string>()
  const isNew = (record: ReportRecord) => {
    const id = reportIdentity(record)
    const cameId = cameAs.get(record)
    const isNewId = (id: string) => latest.isNew({ key: record.icao, id })
    return cameId === undefined || cameId === id ? isNewId(id) : isNewId(cameId) && isNewId(id)
  }
  for (const record of options.known ?? []) isNew(record)
  const { clock } = options.environment
  const timed = <T extends ReadRecords<ReportRecord>>(read: T): T => ({
    ...read,
    records: read.records.map((record) => {
      const entered = options.timed?.(record, clock.now()) ?? record
      cameAs.set(entered, reportIdentity(record))
      return entered
    }),
  })

  return createJoinedFeed(options, {
    subscribe: { action: 'subscribe', icaos: [ALL_AIRPORTS] },
    dataType: 'new_metar_arrived',
    silenceMs: SILENCE_MS,
    silenceWithStatusMs: SILENCE_WITH_STATUS_MS,
    confirmWithinMs: CONFIRM_WITHIN_MS,
    dataIsRare: true,
    read: (list) => timed(readReports(list)),
    isNew,
    firstJoinMs: GAP_MS,
    lateMs: () => 0, // the latest report of each airport supersedes earlier ones
    reachMs: GAP_MS,
    pollEveryMs: POLL_EVERY_MS,
    async fetchSince(sinceMs, signal) {
      return { ...timed(await options.api.latestReports('all', signal)), reachMs: sinceMs }
    },
    lost: (period) => (period.toMs - period.fromMs > GAP_MS ? period : null),
    hopeless: () => false, // the latest reports are useful at any age
  })
}
