import type { Feed, FeedEvent, FeedStatus } from '../../client/feed/feed.ts'
import type { StrikeFeed } from '../../client/feed/strike-feed.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { ServerAccess } from '../../page/live/server-access.ts'
import { createFakeClock } from './fake-clock.ts'

const FIVE_MINUTES_MS = 5 * 60_000

/** A page's access to a server whose feeds are controlled by the test. */
export function createFakeServerAccess(airports: readonly unknown[] = []) {
  const clock = createFakeClock()
  const strikeEvents = new Emitter<FeedEvent<StrikeRecord>>()
  const reportEvents = new Emitter<FeedEvent<ReportRecord>>()
  const status: FeedStatus = {
    state: 'live',
    sinceMs: clock.now(),
    lastDataMs: clock.now(),
    reconnects: 0,
    lastError: null,
    fault: null,
    sockets: 1,
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  }
  const started: string[] = []
  /** The requested windows, ms. */
  const reachedBack: number[] = []
  const strikes: StrikeFeed = {
    start: () => void started.push('strikes'),
    subscribe: (listener) => strikeEvents.subscribe(listener),
    status: () => status,
    close: () => {},
    reachBack: (windowMs) => void reachedBack.push(windowMs),
    pending: () => [],
    historyTrouble: () => null,
  }
  const reports: Feed<FeedEvent<ReportRecord>> = {
    start: () => void started.push('reports'),
    subscribe: (listener) => reportEvents.subscribe(listener),
    status: () => status,
    close: () => {},
  }
  const access = {
    clock,
    strikes,
    reports,
    config: { historyHours: null },
    api: { airports: async () => ({ records: airports, dropped: 0 }) },
    past: {},
  } as unknown as ServerAccess & { clock: typeof clock }

  return {
    access,
    clock,
    status,
    started,
    reachedBack,
    strikeEvents,
    /** Strikes of the live line, or of the join, which has then watched the last five minutes. */
    bringStrikes(records: StrikeRecord[], from: 'live' | 'join' = 'live') {
      status.lastDataMs = clock.now()
      strikeEvents.emit({ kind: 'records', records, from })
      if (from === 'join')
        strikeEvents.emit({ kind: 'observed', fromMs: clock.now() - FIVE_MINUTES_MS, toMs: clock.now() })
    },
    bringReports(records: ReportRecord[], from: 'live' | 'join' = 'live') {
      reportEvents.emit({ kind: 'records', records, from })
    },
  }
}

/** A strike in wire form. */
export function strikeRecord(timeMs: number, lat: number, lon: number): StrikeRecord {
  return { time: timeMs * 1e6, lat, lon, alt: 0, pol: 0 }
}
