import type { Logger } from 'pino'
import type { Feed, FeedEvent, FeedStatus } from '../../../client/feed/feed.ts'
import { createReportFeed } from '../../../client/feed/report-feed.ts'
import { createSocketHandoverLock } from '../../../client/feed/socket-handover-lock.ts'
import { createStrikeFeed } from '../../../client/feed/strike-feed.ts'
import { createContractApi } from '../../../client/http/api.ts'
import { createContractHttp } from '../../../client/http/contract-http.ts'
import type { ContractHttp } from '../../../client/http/http.ts'
import { createRateGate } from '../../../client/http/rate-gate.ts'
import type { Environment } from '../../../client/session/environment.ts'
import { createServerClock } from '../../../client/session/server-clock.ts'
import type { Gap, LinkStatus } from '../../../contract/brontide.ts'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import { METAR_PATHS } from '../../../contract/metar.ts'
import { formatUtc } from '../../../contract/time.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { ReportEvent, Source, StrikeEvent } from '../source.ts'
import type { SourceMemory } from '../source-memory.ts'
import { createLatestReports } from './latest-reports.ts'
import { createPointBudget } from './point-budget.ts'
import { createRecentStrikes } from './recent-strikes.ts'
import { createRestOnly } from './rest-only.ts'
import { createStandardAnswers } from './standard-answers.ts'
import { createUpstreamTokens, type UpstreamTokens } from './upstream-tokens.ts'

/** Gaps told to whoever asks; older ones are a matter of history. */
const GAPS_KEPT = 200

export interface UpstreamSourceDeps {
  environment: Environment
  /** `{base_url}`, `{special_url}` and `{special_ws_url}`, without a trailing slash. */
  bases: { standard: string; special: string; specialWs: string }
  /** The `sk-` key. It goes into the authorization header of calls to `bases`, and nowhere else. */
  apiKey: string
  pointsPerDay: number
  /** `direct`: pages hold the sockets themselves, so this source opens none and answers REST alone. */
  delivery: 'relay' | 'direct'
  log: Logger
  /** What was before the restart; null where nothing is kept. */
  memory?: SourceMemory | null
}

export interface UpstreamSource extends Source, UpstreamTokens {
  /** The upstream's HTTP, for what is asked of it beside the contract. */
  http: ContractHttp
}

/**
 * The upstream service as a source: one key, two sockets and at most two requests a second for any number of viewers,
 * by the same client that the page uses.
 */
export function createUpstreamSource(deps: UpstreamSourceDeps): UpstreamSource {
  const { environment, bases, apiKey, delivery, log, memory = null } = deps
  const { clock } = environment
  // Its own clock may be put right in the middle of a break, or be minutes off: breaks are measured, and gaps told, by
  // the clock that strikes are dated by.
  const upstreamClock = createServerClock(clock)
  const budget = createPointBudget({ clock, pointsPerDay: deps.pointsPerDay, memory })
  const gate = createRateGate({ clock })
  const http = createContractHttp({
    environment,
    bases,
    credential: async () => apiKey,
    gate,
    parse: parseJsonExact,
    onServerDate: upstreamClock.observe,
  })
  const api = createContractApi(http)
  const answers = createStandardAnswers({ http, clock, budget, memory })
  const tokens = createUpstreamTokens({ http, clock, log, simulated: memory?.simulated ?? false, onLearned })
  const restOnly = createRestOnly(api, clock)

  const address = (path: string) => async () => ({
    url: bases.specialWs + path,
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const line = {
    environment: { ...environment, clock: upstreamClock },
    parse: parseJsonExact,
    spareSlot: createSocketHandoverLock(),
    hurries: true,
  }
  const { strikes: known = [], reports: knownReports = [] } = memory ?? {}
  const strikeFeed = createStrikeFeed({
    ...line,
    api,
    address: address(LIGHTNING_PATHS.socket),
    coveredMs: memory?.coveredMs('lightning') ?? null,
    known,
  })
  const reportFeed = createReportFeed({
    ...line,
    api,
    address: address(METAR_PATHS.parsedSocket),
    coveredMs: memory?.coveredMs('metar') ?? null,
    known: knownReports,
  })

  const recent = createRecentStrikes(clock)
  const latest = createLatestReports()
  recent.add([...known])
  latest.add(knownReports)
  const strikeEvents = new Emitter<StrikeEvent>()
  const reportEvents = new Emitter<ReportEvent>()
  const gaps: Gap[] = []
  const stops: (() => void)[] = []

  /** What was remembered may be of another world: simulated strikes must never be shown as real ones. */
  function onLearned(simulated: boolean): void {
    if (!memory || memory.learnedSimulated(simulated)) return
    recent.clear()
    latest.clear()
  }

  function keepGap(feed: Gap['feed'], fromMs: number, toMs: number): Gap {
    const gap = { feed, from: formatUtc(fromMs), to: formatUtc(toMs) }
    gaps.push(gap)
    if (gaps.length > GAPS_KEPT) gaps.shift()
    log.warn(gap, 'a period was lost')
    return gap
  }

  function openLines(): void {
    stops.push(
      strikeFeed.subscribe((event) => {
        if (event.kind === 'records') {
          recent.add(event.records)
          strikeEvents.emit({ kind: 'batch', records: event.records })
        } else if (event.kind === 'gap') {
          strikeEvents.emit({ kind: 'gap', gap: keepGap('lightning', event.fromMs, event.toMs) })
        } else if (event.kind === 'observed') {
          strikeEvents.emit(event)
        } else {
          strikeEvents.emit({ kind: 'link', status: told('lightning', event.status) })
        }
      }),
      reportFeed.subscribe((event) => {
        if (event.kind === 'records') {
          latest.add(event.records)
          reportEvents.emit({ kind: 'reports', records: event.records })
        } else if (event.kind === 'gap') {
          reportEvents.emit({ kind: 'gap', gap: keepGap('metar', event.fromMs, event.toMs) })
        } else if (event.kind === 'observed') {
          reportEvents.emit(event)
        } else {
          reportEvents.emit({ kind: 'link', status: told('metar', event.status) })
        }
      }),
    )
    strikeFeed.start()
    reportFeed.start()
  }

  function told(feed: string, status: FeedStatus): LinkStatus {
    const link = linkOf(status, aheadMs())
    log.info({ feed, ...link }, 'upstream line')
    return link
  }

  const off: LinkStatus = {
    state: 'off',
    since: formatUtc(clock.now()),
    lastMessageAt: null,
    reconnects: 0,
    lastError: null,
  }
  const aheadMs = () => upstreamClock.now() - clock.now()
  const link = <R>(feed: Feed<FeedEvent<R>>) => (delivery === 'direct' ? off : linkOf(feed.status(), aheadMs()))

  return {
    get simulated() {
      return tokens.simulated()
    },
    nowMs: upstreamClock.now,
    async start() {
      if (delivery === 'relay') openLines()
      await tokens.learnWhetherSimulated()
    },
    async close() {
      strikeFeed.close()
      reportFeed.close()
      tokens.close()
      for (const stop of stops.splice(0)) stop()
    },
    onStrikes: (listener) => strikeEvents.subscribe(listener),
    onReports: (listener) => reportEvents.subscribe(listener),
    links: () => ({ lightning: link(strikeFeed), metar: link(reportFeed) }),
    gaps: () => [...gaps],
    counters() {
      const { resetsAtMs, ...points } = budget.state()
      const [strikes, reports] = [strikeFeed.status(), reportFeed.status()]
      return {
        rest: http.counters(),
        slots: { used: delivery === 'direct' ? 0 : strikes.sockets + reports.sockets },
        points: { ...points, resetsAt: formatUtc(resetsAtMs) },
        cache: answers.counters(),
        setAside: sum(strikes.setAside, reports.setAside),
      }
    },
    strikes: async (minutes) => (delivery === 'direct' ? restOnly.strikes(minutes) : recent.last(minutes)),
    async latestReports(icaos) {
      if (delivery === 'relay') return latest.of(icaos)
      latest.add(await restOnly.reports())
      return latest.of(icaos)
    },
    latency: (icaos) => restOnly.latency(icaos),
    standard: (endpoint, query) => answers.answer(endpoint, query),
    http,
    mintUpstreamToken: tokens.mintUpstreamToken,
    knowsUpstreamToken: tokens.knowsUpstreamToken,
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
