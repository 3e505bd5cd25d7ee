import { ContractError } from '../../client/http/contract-api.ts'
import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord } from '../../contract/metar.ts'
import type { Replay } from '../../contract/replay.ts'
import type { Clock } from '../../core/time/clock.ts'
import { spanOf } from '../../core/time/gaps.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Remembered } from '../history/source-memory.ts'
import { noCounters } from '../sources/no-counters.ts'
import type { LineEvent, ReportEvent, Source, StandardAnswer, StrikeEvent } from '../sources/source.ts'
import { createLatestReports } from '../sources/upstream/latest-reports.ts'
import { createLineLedger, type LineLedger } from '../sources/upstream/line-ledger.ts'
import { createRecentStrikes } from '../sources/upstream/recent-strikes.ts'
import { noLeader } from '../sources/upstream/refusals.ts'
import { createKnownStrikes, REMEMBERED_MS } from './known-strikes.ts'
import type { LeaderMessage } from './leader-message.ts'
import { createLineStates } from './line-states.ts'
import type { LiveMessage } from './live.ts'
import type { LogEntry } from './messages.ts'
import { createLogPosition } from './position.ts'
import type { Ask } from './questions.ts'
import { LIVE_WITHIN_MS, LOOK_EVERY_MS } from './timing.ts'

/** Viewers get no empty frame this soon after another frame: each batch comes by two lines and the log. */
const ONE_FRAME_MS = 500
/** Default delay of records, which only the process with the socket measures. */
const LATE_MS = { lightning: 15_000, metar: 0 }

type Feed = Gap['feed']

export type SharedSource = ReturnType<typeof createSharedSource>

export interface SharedSourceDeps {
  clock: Clock
  remembered: Remembered
  /** Until the leader reports it. */
  simulated: boolean
  pointsPerDay: number
  /** The latest message in `remembered`. */
  readNumber: number
  logName: string
  ask: Ask
  opened(): void
  closed(): Promise<void>
}

/** The source of each process: merges its own line, the live subject and the log by identity, so that each strike is delivered once. */
export function createSharedSource(deps: SharedSourceDeps) {
  const { clock, remembered, ask } = deps
  const told = createFeeds()
  const logged = createFeeds()
  const recent = createRecentStrikes(clock)
  const latest = createLatestReports()
  const known = createKnownStrikes(clock)
  const log = createLogPosition({ readNumber: deps.readNumber, name: deps.logName })
  const unlogged = new Emitter<void>()
  const messages = new Emitter<{ position: string; records: readonly StrikeRecord[] }>()
  recent.add([...remembered.strikes])
  known.read(remembered.strikes)
  latest.add(remembered.reports)
  let frameMs = Number.NEGATIVE_INFINITY
  let readMs = Number.NEGATIVE_INFINITY // monotonic
  let stopLooking = () => {}

  function emit(feed: Feed, event: LineEvent): void {
    for (const to of [told, logged]) (feed === 'lightning' ? to.strikes : to.reports).emit(event)
  }
  const lines = createLineStates({
    clock,
    aheadMs: remembered.aheadMs,
    readNumber: log.readNumber,
    onChange: (feed, status) => emit(feed, { kind: 'link', status }),
  })
  const { nowMs } = lines
  const isLive = (feed: Feed) => clock.monotonicMs() - readMs < LIVE_WITHIN_MS && lines.links()[feed].state === 'live'
  const ledgers = createLedgers({ remembered, nowMs, isLive })

  /** Skips old strikes, which a socket may hold after a long sleep. */
  function tell(unseen: StrikeRecord[]): void {
    const sinceNs = (nowMs() - REMEMBERED_MS) * 1e6
    const records = unseen.filter(({ time }) => Number(time) >= sinceNs)
    const atMs = clock.monotonicMs()
    if (records.length === 0 && atMs - frameMs < ONE_FRAME_MS) return
    frameMs = atMs
    recent.add(records)
    told.strikes.emit({ kind: 'batch', records })
  }

  function takeEntry(entry: LogEntry): void {
    if (entry.of === 'lightning' && entry.event.kind !== 'batch') {
      note(ledgers.lightning, entry.event)
      for (const to of [told, logged]) to.strikes.emit(entry.event)
    }
    if (entry.of !== 'metar') return
    note(ledgers.metar, entry.event)
    if (entry.event.kind === 'reports') latest.add(entry.event.records)
    for (const to of [told, logged]) to.reports.emit(entry.event)
  }

  const source: Source & { nowMs(): number } = {
    get simulated() {
      return lines.leaderMessage()?.simulated ?? deps.simulated
    },
    get replay(): Replay | null {
      return lines.leaderMessage()?.replay ?? null
    },
    nowMs,
    position: log.position,
    unlogged: () => Array.from(known.unlogged(), ({ record }) => record),
    onLogged: (listener) => messages.subscribe(({ position, records }) => listener(position, records)),
    async start() {
      stopLooking = clock.every(LOOK_EVERY_MS, lines.look)
      deps.opened()
    },
    async close() {
      stopLooking()
      await deps.closed()
    },
    onStrikes: (listener) => told.strikes.subscribe(listener),
    onReports: (listener) => told.reports.subscribe(listener),
    links: lines.links,
    gaps: () => [...ledgers.lightning.gaps(), ...ledgers.metar.gaps()],
    notObserved: ledgers.lightning.notObserved,
    counters: async () => lines.leaderMessage()?.counters ?? noCounters(deps.pointsPerDay, clock.now()),
    strikes: async (minutes) => recent.last(minutes),
    latestReports: async (icaos) => latest.of(icaos),
    ...createAsked(ask, clock),
  }
  return Object.assign(source, {
    known,
    log,
    /** Events of the log alone, in its order, which is the same at all processes. */
    logged: heardBy(source, logged),
    /** Whether `nowMs` is based on a recent leader message. */
    clockIsTold: lines.clockIsTold,
    /** The highest fencing token heard; 0 before the first. */
    heardToken: () => lines.leaderMessage()?.token ?? 0,
    /** Takes a message of the log. */
    read(number: number, entries: readonly LogEntry[]): void {
      const records = entries.flatMap((entry) => batchOf(entry) ?? [])
      const { unseen, unread } = known.read(records)
      // The position must include the message before its strikes are delivered.
      log.read({ number, entries })
      readMs = clock.monotonicMs()
      messages.emit({ position: log.position(), records })
      if (unseen.length > 0) tell(unseen)
      if (unread.length > 0) logged.strikes.emit({ kind: 'batch', records: unread })
      for (const entry of entries) takeEntry(entry)
    },
    /** Takes a batch of a line of any process. */
    deliver({ isLive, records }: Omit<LiveMessage, 'line'>): void {
      if (isLive) lines.batch()
      const unseen = known.deliver(records)
      if (unseen.length > 0 || isLive) tell(unseen)
      if (unseen.length > 0) unlogged.emit()
    },
    /** Notifies of delivered strikes that are not in the log. */
    onUnlogged: (listener: () => void) => unlogged.subscribe(listener),
    /** The log has lost all messages after that one: their strikes are unlogged again. Returns their other entries. */
    takeBack(after: number): LogEntry[] {
      const lost = log.takeBack(after)
      known.takeBack(lost.flatMap((entry) => batchOf(entry) ?? []))
      return lost.filter((entry) => entry.of !== 'term' && !batchOf(entry))
    },
    /** Takes a leader message. Returns the message from which to read the log again if it has lost its end, else null. */
    hear(leaderMessage: LeaderMessage): number | null {
      const isFirst = lines.leaderMessage() === null
      lines.hear(leaderMessage)
      const { token, logName } = lines.leaderMessage()!
      const isRenamed = log.name() !== logName
      log.rename(logName)
      if (leaderMessage.token < token) return null
      // It lost its end, maybe also in earlier terms whose messages did not reach this process.
      if (isRenamed && !isFirst) return log.firstKept()
      return log.hasTerm(leaderMessage.term, leaderMessage.holder) ? null : leaderMessage.term
    },
    /** Drops all data, as simulated data are never mixed with real ones. */
    forget(): void {
      recent.clear()
      latest.clear()
      known.clear()
      ledgers.lightning.clear()
      ledgers.metar.clear()
    },
  })
}

interface Feeds {
  strikes: Emitter<StrikeEvent>
  reports: Emitter<ReportEvent>
}

const createFeeds = (): Feeds => ({ strikes: new Emitter(), reports: new Emitter() })

const heardBy = (source: Source, feeds: Feeds): Source =>
  Object.create(source, {
    onStrikes: { value: (listener: (event: StrikeEvent) => void) => feeds.strikes.subscribe(listener) },
    onReports: { value: (listener: (event: ReportEvent) => void) => feeds.reports.subscribe(listener) },
  })

/** Coverage of the past, by feed. */
function createLedgers(deps: {
  remembered: Remembered
  nowMs(): number
  isLive(feed: Feed): boolean
}): Record<Feed, LineLedger> {
  const { remembered, nowMs, isLive } = deps
  const of = (feed: Feed) =>
    createLineLedger({
      feed,
      nowMs,
      lateMs: () => LATE_MS[feed],
      isLive: () => isLive(feed),
      remembered: { ...remembered, coveredMs: remembered.coveredMs[feed] },
    })
  return { lightning: of('lightning'), metar: of('metar') }
}

/** Requests that the leader answers. */
function createAsked(ask: Ask, clock: Clock): Required<Pick<Source, 'latency' | 'standard'>> {
  return {
    async latency(icaos) {
      const answer = await ask({ about: 'latency', icaos })
      if (!answer) throw new ContractError('unavailable', 'no process is the leader at the moment', 503)
      return answer as LatencyRecord[]
    },
    async standard(endpoint, query, asker) {
      const answer = await ask({ about: 'standard', endpoint, query, asker: asker?.id ?? '' })
      return (answer as StandardAnswer | null) ?? noLeader(clock.now())
    },
  }
}

function batchOf(entry: LogEntry): StrikeRecord[] | null {
  return entry.of === 'lightning' && entry.event.kind === 'batch' ? entry.event.records : null
}

/** Notes observed and lost periods. */
function note(ledger: LineLedger, event: StrikeEvent | ReportEvent): void {
  if (event.kind === 'observed') ledger.observed(event.fromMs, event.toMs)
  if (event.kind !== 'gap') return
  const lost = spanOf(event.gap)
  if (lost) ledger.lost(lost)
}
