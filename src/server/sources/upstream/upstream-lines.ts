import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FeedEvent, FeedStatus } from '../../../client/feed/feed.ts'
import type { SocketAddress } from '../../../client/feed/line/line-socket.ts'
import { createSocketHandoverLock } from '../../../client/feed/line/socket-handover-lock.ts'
import { createReportFeed } from '../../../client/feed/report-feed.ts'
import { createStrikeFeed } from '../../../client/feed/strike-feed.ts'
import { withoutSecrets } from '../../../client/http/exchange.ts'
import type { Gap, LinkStatus } from '../../../contract/brontide.ts'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import { METAR_PATHS } from '../../../contract/metar.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { LineEvent, ReportEvent, StrikeEvent } from '../source.ts'
import type { Remembered } from '../source-memory.ts'
import { createLatestReports } from './latest-reports.ts'
import { createLineLedger } from './line-ledger.ts'
import { createRecentStrikes } from './recent-strikes.ts'
import { createSlicedReader } from './sliced-frames.ts'
import type { UpstreamClient, UpstreamReach } from './upstream-client.ts'

interface LinesDeps {
  reach: UpstreamReach
  client: UpstreamClient
  remembered: Remembered
  /** Whether they take the place of those of another process, which stood until a moment ago. */
  takeOver: boolean
  log: Logger
}

/** The two live lines to the upstream: what comes goes on to every listener at once, and the last of it is kept here. */
export function createUpstreamLines(deps: LinesDeps) {
  const { reach, client, remembered, log } = deps
  const { clock } = reach.environment
  const feeds = createFeeds(deps)
  const recent = createRecentStrikes(clock)
  const latest = createLatestReports()
  recent.add([...remembered.strikes])
  latest.add(remembered.reports)
  const strikes = new Emitter<StrikeEvent>()
  const reports = new Emitter<ReportEvent>()
  const stops: (() => void)[] = []
  const aheadMs = () => client.clock.now() - clock.now()

  const ledgerOf = (feed: Gap['feed'], status: () => FeedStatus, lateMs: () => number) =>
    createLineLedger({
      ...{ feed, nowMs: client.clock.now, lateMs, isLive: () => status().state === 'live' },
      remembered: { ...remembered, coveredMs: remembered.coveredMs[feed] },
    })
  const ledgers = {
    lightning: ledgerOf('lightning', feeds.strikes.status, feeds.strikes.lateMs),
    metar: ledgerOf('metar', feeds.reports.status, () => 0),
  }

  /** An event that every line has, in the words of a source. */
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
        log.warn(gap, 'a period was lost')
        return { kind: 'gap', gap }
      }
      default: {
        const status = linkOf(event.status, aheadMs())
        log.info({ feed, ...status }, 'upstream line')
        return { kind: 'link', status }
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
          reports.emit({ kind: 'reports', records: event.records })
        }),
      )
      feeds.strikes.start()
      feeds.reports.start()
    },
    close(): void {
      feeds.strikes.close()
      feeds.reports.close()
      for (const stop of stops.splice(0)) stop()
    },
    /** What was remembered is of another world. */
    forget(): void {
      recent.clear()
      latest.clear()
      ledgers.lightning.clear()
      ledgers.metar.clear()
    },
    links: () => ({
      lightning: linkOf(feeds.strikes.status(), aheadMs()),
      metar: linkOf(feeds.reports.status(), aheadMs()),
    }),
    gaps: () => [...ledgers.lightning.gaps(), ...ledgers.metar.gaps()],
    notObserved: ledgers.lightning.notObserved,
    /** Sockets in use, and what was set aside on both lines together. */
    counters() {
      const [a, b] = [feeds.strikes.status(), feeds.reports.status()]
      return { sockets: a.sockets + b.sockets, setAside: sum(a.setAside, b.setAside) }
    },
  }
}

/** Says what is wrong with records that are set aside, the first of a minute. */
function createSetAsideLog(feed: Gap['feed'], { log, clock }: { log: Logger; clock: Clock }) {
  let saidMs = Number.NEGATIVE_INFINITY // monotonic
  return (complaint: string) => {
    if (clock.monotonicMs() - saidMs < MINUTE_MS) return
    saidMs = clock.monotonicMs()
    log.warn({ feed, complaint: withoutSecrets(complaint) }, 'what the upstream sent is no record: it is set aside')
  }
}

/** Where a line opens, with the key. */
export function lineAddress({ bases, apiKey }: Pick<UpstreamReach, 'bases' | 'apiKey'>, path: string): SocketAddress {
  return { url: bases.specialWs + path, headers: { authorization: `Bearer ${apiKey}` } }
}

function createFeeds({ reach, client, remembered, takeOver, log }: LinesDeps) {
  const { environment } = reach
  const address = (path: string) => async () => lineAddress(reach, path)
  const line = {
    environment: { ...environment, clock: client.clock },
    api: client.api,
    parse: parseJsonExact,
    readerOf: (read: (text: string) => void) => createSlicedReader(read, setImmediate),
    nextTurn: () => nextTurn(),
    handoverLock: createSocketHandoverLock(),
    hurries: true,
    goesOnAtOnce: takeOver,
  }
  const { coveredMs } = remembered
  return {
    strikes: createStrikeFeed({
      ...line,
      address: address(LIGHTNING_PATHS.socket),
      onSetAside: createSetAsideLog('lightning', { ...environment, log }),
      coveredMs: coveredMs.lightning,
      known: remembered.strikes,
    }),
    reports: createReportFeed({
      ...line,
      address: address(METAR_PATHS.parsedSocket),
      onSetAside: createSetAsideLog('metar', { ...environment, log }),
      coveredMs: coveredMs.metar,
      known: remembered.reports,
    }),
  }
}

/**
 * A feed's state as the status tells it, by our own clock, which the feed's is `aheadMs` of: from a real upstream there
 * is no "source" behind the line.
 */
function linkOf({ state, sinceMs, lastDataMs, reconnects, lastError }: FeedStatus, aheadMs: number): LinkStatus {
  const states = { 'source-down': 'down', closed: 'off' } as const
  return {
    state: state === 'source-down' || state === 'closed' ? states[state] : state,
    since: formatUtc(sinceMs - aheadMs),
    lastMessageAt: lastDataMs === null ? null : formatUtc(lastDataMs - aheadMs),
    reconnects,
    lastError,
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
