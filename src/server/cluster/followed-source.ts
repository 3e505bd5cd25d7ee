import { ContractError } from '../../client/http/contract-api.ts'
import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord } from '../../contract/metar.ts'
import type { Replay } from '../../contract/replay.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { LineEvent, ReportEvent, Source, SourceCounters, StandardAnswer, StrikeEvent } from '../sources/source.ts'
import type { Remembered } from '../sources/source-memory.ts'
import { createLatestReports } from '../sources/upstream/latest-reports.ts'
import { createLineLedger, type LineLedger } from '../sources/upstream/line-ledger.ts'
import { createRecentStrikes } from '../sources/upstream/recent-strikes.ts'
import { nobodyLeads } from '../sources/upstream/refusals.ts'
import { createFollowedLines } from './followed-lines.ts'
import type { LeaderWord } from './leader-word.ts'
import type { LogEntry, PlacedMessage } from './log-entries.ts'
import type { Ask } from './questions.ts'
import { createToldLog } from './told-log.ts'

const LOOK_EVERY_MS = 250
/** How late strikes come is measured where the socket is; this is what is taken while nothing is measured. */
const LATE_MS = { lightning: 15_000, metar: 0 }

type Feed = Gap['feed']

export interface FollowedSource extends Source {
  /** A message of the log, and what it was written with. */
  take(number: number, entries: readonly LogEntry[], id?: string): void
  /**
   * A message that is not in the log yet, and is going to be, at that place: who listens here hears of it now, and not again
   * when it is. Not taken where what is before it is not here. False where that should end.
   */
  takeAhead(message: PlacedMessage): boolean
  /** What was taken, and is not in the log yet or any more, from right after that place on. */
  aheadAfter(number: number): PlacedMessage[]
  /** Others may write what was taken ahead, and other things at its places. */
  giveBackAhead(): void
  /** Whether viewers here have what is to come by the log, of which those who join now would not be told. */
  isOwed(): boolean
  /** The same, of which nothing is told before it is in the log: for what has to be the same on all processes. */
  logged: Source
  /** The number of the latest message that was told, which may be ahead of the log. */
  takenNumber(): number
  /** The number of the latest message of the log. */
  readNumber(): number
  /** The number of the latest message of the log by which somebody began to lead. */
  termNumber(): number
  nowMs(): number
  /** Whether `nowMs` is by what the process that leads has said lately. */
  clockIsTold(): boolean
  hear(word: LeaderWord): void
  /** Resolves once that message has been taken. */
  reached(number: number): Promise<void>
  /** What was there is of another world. */
  forget(): void
}

export interface FollowedSourceDeps {
  clock: Clock
  remembered: Remembered
  /** What is taken until it is known. */
  simulated: boolean
  pointsPerDay: number
  /** The number of the message up to which everything is remembered. */
  takenNumber: number
  /** Tells the log from every other one. */
  logName: string
  ask: Ask
  opened(): void
  closed(): Promise<void>
  /** Hears that viewers here were told what others are to write. */
  onGivenBack?(): void
}

/**
 * The source of a process that shares its source with others: the log, whoever writes it. Where nobody says that the lines
 * stand they count as down, whatever was said before.
 */
export function createFollowedSource(deps: FollowedSourceDeps): FollowedSource {
  const { clock, remembered, ask } = deps
  const [told, logged] = [createFeeds(), createFeeds()]
  const [recent, latest] = [createRecentStrikes(clock), createLatestReports()]
  recent.add([...remembered.strikes])
  latest.add(remembered.reports)
  const place = createToldLog(deps)
  let stopLooking = () => {}

  function emit(feed: Feed, event: LineEvent): void {
    for (const to of [told, logged]) (feed === 'lightning' ? to.strikes : to.reports).emit(event)
  }
  const lines = createFollowedLines({
    clock,
    aheadMs: remembered.aheadMs,
    takenNumber: place.takenNumber,
    onChange: (feed, status) => emit(feed, { kind: 'link', status }),
  })
  const { nowMs } = lines
  const isLive = (feed: Feed) => place.isFresh() && lines.links()[feed].state === 'live'
  const ledgers = createLedgers({ remembered, nowMs, isLive })

  /** `number` is that of its message: in the moment in which its batch is told, all of its strikes are. */
  function takeEntry(entry: LogEntry, number: number): void {
    // A process of a later version may lead, and write what is not known here yet.
    if (entry.of !== 'lightning' && entry.of !== 'metar') return
    note(ledgers[entry.of], entry.event)
    if (entry.event.kind === 'batch') {
      recent.add(entry.event.records)
      place.telling(number)
    }
    if (entry.event.kind === 'reports') latest.add(entry.event.records)
    tell(entry, told)
  }

  function takeAll(number: number, entries: readonly LogEntry[]): void {
    for (const entry of inOneBatch(entries)) takeEntry(entry, number)
    place.told(number)
  }

  const source: FollowedSource = {
    get simulated() {
      return lines.word()?.simulated ?? deps.simulated
    },
    get replay(): Replay | null {
      return lines.word()?.replay ?? null
    },
    nowMs,
    ...{ position: place.position, toldPosition: place.toldPosition },
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

    take(number, entries, id = '') {
      const news = place.read(number, entries, id)
      if (news) takeAll(number, news)
      for (const entry of inOneBatch(entries)) tell(entry, logged)
    },
    takeAhead(message) {
      if (message.number !== place.takenNumber() + 1) return true
      if (!place.tellAhead(message)) return false
      takeAll(message.number, message.entries)
      return true
    },
    ...{ giveBackAhead: place.giveBack, aheadAfter: place.aheadAfter, isOwed: place.isOwed },
    get logged() {
      return loggedSource
    },
    ...{ hear: lines.hear, clockIsTold: lines.clockIsTold },
    ...{ takenNumber: place.takenNumber, readNumber: place.readNumber, reached: place.reached },
    termNumber: place.termNumber,
    forget() {
      recent.clear()
      latest.clear()
      ledgers.lightning.clear()
      ledgers.metar.clear()
    },
  }
  const loggedSource = heardBy(source, logged)
  return source
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

/** What is known of times that passed, by feed. */
function createLedgers(deps: {
  remembered: Remembered
  nowMs(): number
  isLive(feed: Feed): boolean
}): Record<Feed, LineLedger> {
  const { remembered, nowMs, isLive } = deps
  const of = (feed: Feed) =>
    createLineLedger({
      ...{ feed, nowMs, lateMs: () => LATE_MS[feed], isLive: () => isLive(feed) },
      remembered: { ...remembered, coveredMs: remembered.coveredMs[feed] },
    })
  return { lightning: of('lightning'), metar: of('metar') }
}

/** What is asked of whoever leads, each time. */
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

function tell(entry: LogEntry, to: Feeds): void {
  if (entry.of === 'lightning') to.strikes.emit(entry.event)
  else if (entry.of === 'metar') to.reports.emit(entry.event)
}

/** A message has a place in the log, its batches have none of their own: all of its strikes are told in one. */
function inOneBatch(entries: readonly LogEntry[]): readonly LogEntry[] {
  const records = entries.flatMap((entry) => batchOf(entry) ?? [])
  const [first, second] = entries.filter(batchOf)
  if (!second) return entries
  const batch: LogEntry = { of: 'lightning', event: { kind: 'batch', records } }
  return entries.flatMap((entry) => (entry === first ? batch : batchOf(entry) ? [] : entry))
}

function batchOf(entry: LogEntry): StrikeRecord[] | null {
  return entry.of === 'lightning' && entry.event.kind === 'batch' ? entry.event.records : null
}

/** Which time was observed, or lost, by what came. */
function note(ledger: LineLedger, event: StrikeEvent | ReportEvent): void {
  if (event.kind === 'observed') ledger.observed(event.fromMs, event.toMs)
  if (event.kind !== 'gap') return
  const [fromMs, toMs] = [parseInstantMs(event.gap.from), parseInstantMs(event.gap.to)]
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
