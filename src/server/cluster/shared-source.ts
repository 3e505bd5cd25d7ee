import { ContractError } from '../../client/http/contract-api.ts'
import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord } from '../../contract/metar.ts'
import type { Replay } from '../../contract/replay.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Remembered } from '../history/source-memory.ts'
import type { LineEvent, ReportEvent, Source, SourceCounters, StandardAnswer, StrikeEvent } from '../sources/source.ts'
import { createLatestReports } from '../sources/upstream/latest-reports.ts'
import { createLineLedger, type LineLedger } from '../sources/upstream/line-ledger.ts'
import { createRecentStrikes } from '../sources/upstream/recent-strikes.ts'
import { nobodyLeads } from '../sources/upstream/refusals.ts'
import { createKnownStrikes, type KnownStrikes, REMEMBERED_MS } from './known-strikes.ts'
import type { LeaderWord } from './leader-word.ts'
import { createLineStates } from './line-states.ts'
import type { LiveMessage } from './live.ts'
import type { LogEntry } from './messages.ts'
import { createLogPosition, type LogPosition } from './position.ts'
import type { Ask } from './questions.ts'
import { LOOK_EVERY_MS } from './timing.ts'

/** Both lines bring each batch, and then the log does: duplicates within this time need no frame of their own. */
const ONE_FRAME_MS = 500
/** The log brings something each second. A process that hears nothing of it for longer knows nothing of the present. */
const FRESH_MS = 2_000
/** How late strikes come is measured where the socket is; the default without a measurement. */
const LATE_MS = { lightning: 15_000, metar: 0 }

type Feed = Gap['feed']

export interface SharedSource extends Source {
  /** A message of the log. */
  read(number: number, entries: readonly LogEntry[]): void
  /** A batch of a line, of this process or of another one. */
  deliver(message: Omit<LiveMessage, 'line'>): void
  /** Hears each time that strikes were delivered that the log does not have. */
  onUnlogged(listener: () => void): () => void
  known: KnownStrikes
  log: LogPosition
  /** Takes back the messages that the log has lost after that one; returns their entries other than strikes, for a leader to write again. */
  takeBack(after: number): LogEntry[]
  /** The events of the log alone, in its order: for history and alarms, which have to be the same on all processes. */
  logged: Source
  nowMs(): number
  /** Whether `nowMs` is based on a recent leader message. */
  clockIsTold(): boolean
  /** Returns the message from which the log must be read again, if it has lost its end; else null. */
  hear(word: LeaderWord): number | null
  /** Drops data of another world, simulated or real. */
  forget(): void
}

export interface SharedSourceDeps {
  clock: Clock
  remembered: Remembered
  /** Default until known. */
  simulated: boolean
  pointsPerDay: number
  /** The number of the message up to which everything is remembered. */
  readNumber: number
  /** Tells the log from every other one. */
  logName: string
  ask: Ask
  opened(): void
  closed(): Promise<void>
}

/**
 * The source of every process of a cluster: its own line, the live subject and the log are merged by identity, so that each strike is
 * delivered once.
 */
export function createSharedSource(deps: SharedSourceDeps): SharedSource {
  const { clock, remembered, ask } = deps
  const told = createFeeds()
  const logged = createFeeds()
  const recent = createRecentStrikes(clock)
  const latest = createLatestReports()
  const known = createKnownStrikes(clock)
  const log = createLogPosition({ readNumber: deps.readNumber, name: deps.logName })
  const unlogged = new Emitter<void>()
  const messages = new Emitter<LoggedBatch>()
  recent.add([...remembered.strikes])
  known.remember(remembered.strikes)
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
  const isLive = (feed: Feed) => clock.monotonicMs() - readMs < FRESH_MS && lines.links()[feed].state === 'live'
  const ledgers = createLedgers({ remembered, nowMs, isLive })

  /** Old strikes are not sent to viewers: after a long sleep a socket may hold some. */
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

  const source: SharedSource = {
    get simulated() {
      return lines.word()?.simulated ?? deps.simulated
    },
    get replay(): Replay | null {
      return lines.word()?.replay ?? null
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
    counters: async () => lines.word()?.counters ?? nothingYet(deps.pointsPerDay, clock.now()),
    strikes: async (minutes) => recent.last(minutes),
    latestReports: async (icaos) => latest.of(icaos),
    ...createAsked(ask, clock),

    read(number, entries) {
      const records = entries.flatMap((entry) => batchOf(entry) ?? [])
      const { unseen, unread } = known.read(records)
      // The position must include the message before its strikes are delivered.
      log.read(number, entries)
      readMs = clock.monotonicMs()
      messages.emit({ position: log.position(), records })
      if (unseen.length > 0) tell(unseen)
      if (unread.length > 0) logged.strikes.emit({ kind: 'batch', records: unread })
      for (const entry of entries) takeEntry(entry)
    },
    deliver({ isLive, records }) {
      if (isLive) lines.batch()
      const unseen = known.deliver(records)
      if (unseen.length > 0 || isLive) tell(unseen)
      if (unseen.length > 0) unlogged.emit()
    },
    onUnlogged: (listener) => unlogged.subscribe(listener),
    known,
    log,
    takeBack(after) {
      const lost = log.takeBack(after)
      known.takeBack(lost.flatMap((entry) => batchOf(entry) ?? []))
      return lost.filter((entry) => entry.of !== 'term' && !batchOf(entry))
    },
    get logged() {
      return loggedSource
    },
    hear(word) {
      const isFirst = lines.word() === null
      lines.hear(word)
      const { token, logName } = lines.word()!
      const isRenamed = log.name() !== logName
      log.rename(logName)
      if (word.token < token) return null
      // It lost its end, maybe also in terms before, of which this process heard nothing.
      if (isRenamed && !isFirst) return log.firstKept()
      return log.hasTerm(word.term, word.holder) ? null : word.term
    },
    clockIsTold: lines.clockIsTold,
    forget() {
      recent.clear()
      latest.clear()
      known.clear()
      ledgers.lightning.clear()
      ledgers.metar.clear()
    },
  }
  const loggedSource = heardBy(source, logged)
  return source
}

/** The strikes of a message of the log. */
interface LoggedBatch {
  position: string
  records: readonly StrikeRecord[]
}

/** The feeds of a source, for whoever listens. */
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
      if (!answer) throw new ContractError('unavailable', 'no process leads at the moment', 503)
      return answer as LatencyRecord[]
    },
    async standard(endpoint, query, asker) {
      const answer = await ask({ about: 'standard', endpoint, query, asker: asker?.id ?? '' })
      return (answer as StandardAnswer | null) ?? nobodyLeads(clock.now())
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
  const fromMs = parseInstantMs(event.gap.from)
  const toMs = parseInstantMs(event.gap.to)
  if (fromMs !== null && toMs !== null) ledger.lost({ fromMs, toMs })
}

function nothingYet(budgetPerDay: number, nowMs: number): SourceCounters {
  const resetsAt = formatUtc((Math.floor(nowMs / DAY_MS) + 1) * DAY_MS)
  return {
    rest: { queued: 0, total: 0, failed: 0 },
    slots: { used: 0 },
    points: { spentToday: 0, budgetPerDay, resetsAt, exhausted: false },
    cache: { entries: 0, hits: 0, misses: 0 },
    setAside: {
      badRecords: 0,
      unknownMessages: 0,
      malformedFrames: 0,
      duplicates: 0,
      impossibleGroups: 0,
      unreadGroups: 0,
    },
  }
}
