import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FeedEvent, FeedState, FeedStatus } from '../../../client/feed/feed.ts'
import type { SocketAddress } from '../../../client/feed/line/line-socket.ts'
import { createSocketHandoverLock } from '../../../client/feed/line/socket-handover-lock.ts'
import { createReportFeed } from '../../../client/feed/report-feed.ts'
import { createStrikeFeed } from '../../../client/feed/strike-feed.ts'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { Gap, LinkStatus } from '../../../contract/brontide.ts'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import { METAR_PATHS, type ReportRecord } from '../../../contract/metar.ts'
import { formatUtc, parseInstantMs } from '../../../contract/time.ts'
import { decodeMetar } from '../../../core/metar/metar.ts'
import { withReceivedTime } from '../../../core/metar/observed-time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { Spans, totalMs } from '../../../core/time/spans.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { Remembered } from '../../history/source-memory.ts'
import type { LineEvent, ReportEvent, StrikeEvent } from '../source.ts'
import { createLatestReports } from './latest-reports.ts'
import { createLineLedger, type LineLedger, REACH_MS } from './line-ledger.ts'
import { createRecentStrikes } from './recent-strikes.ts'
import { createSlicedReader } from './sliced-frames.ts'
import type { UpstreamClient, UpstreamReach } from './upstream-client.ts'
import type { LineLog, PendingOf, UpstreamLog } from './upstream-log.ts'

interface LinesDeps {
  reach: UpstreamReach
  client: UpstreamClient
  remembered: Remembered
  /** Whether they replace lines that another process held until now. */
  takeOver: boolean
  upstreamLog: Pick<UpstreamLog, 'line'>
  log: Logger
}

/** The two live lines to the upstream: events go to all listeners, and the latest records are cached. */
export function createUpstreamLines(deps: LinesDeps) {
  const { reach, client, remembered } = deps
  const { clock } = reach.environment
  const logs = {
    lightning: deps.upstreamLog.line('lightning', (outage) => pendingMs(ledgers.lightning, client.clock, outage)),
    // REST has only the latest report of each airport: reports in between are lost.
    metar: deps.upstreamLog.line('metar'),
  }
  const feeds = createFeeds(deps, logs)
  const recent = createRecentStrikes(clock)
  const latest = createLatestReports()
  const groups = createGroupCount({ log: deps.log, clock })
  recent.add([...remembered.strikes])
  latest.add(remembered.reports)
  const strikes = new Emitter<StrikeEvent>()
  const reports = new Emitter<ReportEvent>()
  const stops: (() => void)[] = []
  const ledgerOf = (feed: Gap['feed'], status: () => FeedStatus, lateMs: () => number) =>
    createLineLedger({
      feed,
      nowMs: client.clock.now,
      lateMs,
      isLive: () => status().state === 'live',
      remembered: { ...remembered, coveredMs: remembered.coveredMs[feed] },
    })
  const ledgers = {
    lightning: ledgerOf('lightning', feeds.strikes.status, feeds.strikes.lateMs),
    metar: ledgerOf('metar', feeds.reports.status, () => 0),
  }
  const linkTeller = ({ coveredMs }: LineLedger) => createLinkTeller(clock, client.clock, coveredMs)
  const linkOf = { lightning: linkTeller(ledgers.lightning), metar: linkTeller(ledgers.metar) }

  /** Converts an event common to all lines to the source's form. */
  function told(feed: Gap['feed'], event: Exclude<FeedEvent<unknown>, { kind: 'records' }>): LineEvent {
    switch (event.kind) {
      case 'observed':
        ledgers[feed].observed(event.fromMs, event.toMs)
        return event
      case 'missing':
        ledgers[feed].missing(event.fromMs, event.toMs)
        return event
      case 'gap': {
        const gap = ledgers[feed].lost(event)
        logs[feed].lost(gap)
        return { kind: 'gap', gap }
      }
      default: {
        logs[feed].status(event.status)
        return { kind: 'link', status: linkOf[feed](event.status) }
      }
    }
  }

  return {
    strikes,
    reports,
    recent,
    latest,
    open(): void {
      stops.push(
        feeds.strikes.subscribe((event) => {
          if (event.kind !== 'records') return strikes.emit(told('lightning', event))
          recent.add(event.records)
          strikes.emit({ kind: 'batch', records: event.records })
        }),
        feeds.reports.subscribe((event) => {
          if (event.kind !== 'records') return reports.emit(told('metar', event))
          latest.add(event.records)
          groups.add(event.records)
          reports.emit({ kind: 'reports', records: event.records })
        }),
      )
      feeds.strikes.start()
      feeds.reports.start()
    },
    close(): void {
      feeds.strikes.close()
      feeds.reports.close()
      logs.lightning.close()
      logs.metar.close()
      for (const stop of stops.splice(0)) stop()
    },
    /** The remembered state is of another data origin. */
    forget(): void {
      recent.clear()
      latest.clear()
      ledgers.lightning.clear()
      ledgers.metar.clear()
    },
    links: () => ({
      lightning: linkOf.lightning(feeds.strikes.status()),
      metar: linkOf.metar(feeds.reports.status()),
    }),
    gaps: () => [...ledgers.lightning.gaps(), ...ledgers.metar.gaps()],
    notObserved: ledgers.lightning.notObserved,
    /** Sockets in use, and skipped records of both lines. */
    counters() {
      const a = feeds.strikes.status()
      const b = feeds.reports.status()
      return { sockets: a.sockets + b.sockets, setAside: { ...sum(a.setAside, b.setAside), ...groups.counts } }
    },
  }
}

/** The part of an outage that a backfill may still bring, ms: neither received nor lost for good. */
function pendingMs(ledger: LineLedger, clock: Clock, { durationMs, agoMs }: Parameters<PendingOf>[0]): number {
  const toMs = clock.now() - agoMs
  const pending = new Spans(ledger.notObserved(Math.max(toMs - durationMs, toMs - REACH_MS), toMs))
  for (const { from, to } of ledger.gaps()) pending.remove(parseInstantMs(from) ?? 0, parseInstantMs(to) ?? 0)
  return totalMs(pending.list())
}

/**
 * Converts a feed's status to that of a link, in our clock; `feedClock` is ahead of it and may be corrected meanwhile.
 * A real upstream has no separate source state. Without data since the start, an outage dates from the data before it.
 */
export function createLinkTeller(clock: Clock, feedClock: Clock, coveredMs: LineLedger['coveredMs']) {
  const since = { state: 'connecting' as FeedState, ms: clock.now() }
  return ({ state, lastDataMs, reconnects, lastError }: FeedStatus): LinkStatus => {
    const nowMs = clock.now()
    const aheadMs = feedClock.now() - nowMs
    const states = { 'source-down': 'down', closed: 'off' } as const
    if (since.state !== state) Object.assign(since, { state, ms: nowMs })
    const beforeMs = lastDataMs === null && state !== 'live' ? coveredMs() : null
    return {
      state: state === 'source-down' || state === 'closed' ? states[state] : state,
      since: formatUtc(Math.min(beforeMs === null ? since.ms : beforeMs - aheadMs, nowMs)),
      lastMessageAt: lastDataMs === null ? null : formatUtc(Math.min(lastDataMs - aheadMs, nowMs)),
      reconnects,
      lastError: state === 'live' ? null : lastError,
    }
  }
}

export function lineAddress({ bases, apiKey }: Pick<UpstreamReach, 'bases' | 'apiKey'>, path: string): SocketAddress {
  return { url: bases.specialWs + path, headers: { authorization: `Bearer ${apiKey}` } }
}

function createFeeds(
  { reach, client, remembered, takeOver }: LinesDeps,
  logs: Record<Gap['feed'], Pick<LineLog, 'skipped'>>,
) {
  const { environment } = reach
  const address = (path: string) => async () => lineAddress(reach, path)
  const line = {
    environment: { ...environment, clock: client.clock },
    parse: parseJsonExact,
    readerOf: (read: (text: string) => void) => createSlicedReader(read, setImmediate),
    nextTurn: () => nextTurn(),
    handoverLock: createSocketHandoverLock(),
    hurries: true,
    goesOnAtOnce: takeOver,
  }
  const { coveredMs } = remembered
  const { strikes, latestReports } = client.api
  return {
    strikes: createStrikeFeed({
      ...line,
      api: { strikes: named(strikes, logs.lightning) },
      address: address(LIGHTNING_PATHS.socket),
      onSetAside: logs.lightning.skipped,
      coveredMs: coveredMs.lightning,
      known: remembered.strikes,
    }),
    reports: createReportFeed({
      ...line,
      api: { latestReports: named(latestReports, logs.metar) },
      address: address(METAR_PATHS.parsedSocket),
      onSetAside: logs.metar.skipped,
      coveredMs: coveredMs.metar,
      known: remembered.reports,
      timed: withReceivedTime,
    }),
  }
}

/** Reports the problem of an unreadable response, and of a refused question: both count as answers of the service. */
function named<Asked extends unknown[], Answer>(
  ask: (...asked: Asked) => Promise<Answer>,
  { skipped }: Pick<LineLog, 'skipped'>,
) {
  return async (...asked: Asked): Promise<Answer> => {
    try {
      return await ask(...asked)
    } catch (error) {
      const isAnswer = error instanceof ContractError && (error.status === 200 || error.reason === 'bad-request')
      if (isAnswer) skipped(error.message)
      throw error
    }
  }
}

function sum(a: FeedStatus['setAside'], b: FeedStatus['setAside']): FeedStatus['setAside'] {
  return {
    badRecords: a.badRecords + b.badRecords,
    unknownMessages: a.unknownMessages + b.unknownMessages,
    malformedFrames: a.malformedFrames + b.malformedFrames,
    duplicates: a.duplicates + b.duplicates,
  }
}

/** Counts ignored METAR groups, and logs the first affected report per minute. */
export function createGroupCount({ log, clock }: { log: Logger; clock: Clock }) {
  const counts = { impossibleGroups: 0, unreadGroups: 0 }
  let loggedMs = Number.NEGATIVE_INFINITY // monotonic

  return {
    counts: counts as Readonly<typeof counts>,
    add(records: readonly ReportRecord[]): void {
      for (const { icao, raw_metar } of records) {
        const { impossible, unread } = decodeMetar(raw_metar)
        if (impossible.length + unread.length === 0) continue
        counts.impossibleGroups += impossible.length
        counts.unreadGroups += unread.length
        if (clock.monotonicMs() - loggedMs < MINUTE_MS) continue
        loggedMs = clock.monotonicMs()
        log.warn({ icao, impossible, unread, report: raw_metar }, 'METAR groups ignored')
      }
    },
  }
}
