import { ContractError } from '../../client/http/contract-api.ts'
import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { positionOf } from '../../contract/messages.ts'
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
import type { LogEntry } from './log-entries.ts'
import type { Ask } from './questions.ts'

const LOOK_EVERY_MS = 250
/** How late strikes come is measured where the socket is; this is what is taken while nothing is measured. */
const LATE_MS = { lightning: 15_000, metar: 0 }

/** The log brings something each second. Who hears nothing of it for longer may be cut off, and knows nothing of the present. */
const FRESH_MS = 2_000

type Feed = Gap['feed']

export interface FollowedSource extends Source {
  /** A message of the log. */
  take(number: number, entries: readonly LogEntry[]): void
  takenNumber(): number
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
}

/**
 * The source of a process that shares its source with others: the log, whoever writes it. Where nobody says that the lines
 * stand they count as down, whatever was said before.
 */
export function createFollowedSource(deps: FollowedSourceDeps): FollowedSource {
  const { clock, remembered, ask } = deps
  const [strikes, reports] = [new Emitter<StrikeEvent>(), new Emitter<ReportEvent>()]
  const [recent, latest] = [createRecentStrikes(clock), createLatestReports()]
  recent.add([...remembered.strikes])
  latest.add(remembered.reports)
  let [takenNumber, takenMs] = [deps.takenNumber, Number.NEGATIVE_INFINITY] // monotonic
  let waiting: { number: number; go(): void }[] = []
  let stopLooking = () => {}

  const emit = (feed: Feed, event: LineEvent) => (feed === 'lightning' ? strikes : reports).emit(event)
  const lines = createFollowedLines({
    clock,
    aheadMs: remembered.aheadMs,
    takenNumber: () => takenNumber,
    onChange: (feed, status) => emit(feed, { kind: 'link', status }),
  })
  const { nowMs } = lines
  const isFresh = () => clock.monotonicMs() - takenMs < FRESH_MS
  const ledgerOf = (feed: Feed) =>
    createLineLedger({
      ...{ feed, nowMs, lateMs: () => LATE_MS[feed], isLive: () => isFresh() && lines.links()[feed].state === 'live' },
      remembered: { ...remembered, coveredMs: remembered.coveredMs[feed] },
    })
  const ledgers = { lightning: ledgerOf('lightning'), metar: ledgerOf('metar') }

  /** `number` is that of its message: in the moment in which its batch is told, all of its strikes are. */
  function takeEntry(entry: LogEntry, number: number): void {
    if (entry.of === 'term') return
    note(ledgers[entry.of], entry.event)
    if (entry.event.kind === 'batch') {
      recent.add(entry.event.records)
      takenNumber = number
    }
    if (entry.event.kind === 'reports') latest.add(entry.event.records)
    if (entry.of === 'lightning') strikes.emit(entry.event)
    else reports.emit(entry.event)
  }

  return {
    get simulated() {
      return lines.word()?.simulated ?? deps.simulated
    },
    get replay(): Replay | null {
      return lines.word()?.replay ?? null
    },
    nowMs,
    position: () => positionOf(deps.logName, takenNumber),
    async start() {
      stopLooking = clock.every(LOOK_EVERY_MS, lines.look)
      deps.opened()
    },
    async close() {
      stopLooking()
      await deps.closed()
    },
    onStrikes: (listener) => strikes.subscribe(listener),
    onReports: (listener) => reports.subscribe(listener),
    links: lines.links,
    gaps: () => [...ledgers.lightning.gaps(), ...ledgers.metar.gaps()],
    notObserved: ledgers.lightning.notObserved,
    counters: async () => lines.word()?.counters ?? nothingYet(deps.pointsPerDay, clock.now()),
    strikes: async (minutes) => recent.last(minutes),
    latestReports: async (icaos) => latest.of(icaos),
    async latency(icaos) {
      const answer = await ask({ about: 'latency', icaos })
      if (!answer) throw new ContractError('unavailable', 'no process leads at the moment', 503)
      return answer as LatencyRecord[]
    },
    async standard(endpoint, query, asker) {
      const answer = await ask({ about: 'standard', endpoint, query, asker: asker?.id ?? '' })
      return (answer as StandardAnswer | null) ?? nobodyLeads(clock.now())
    },

    take(number, entries) {
      for (const entry of inOneBatch(entries)) takeEntry(entry, number)
      ;[takenNumber, takenMs] = [number, clock.monotonicMs()]
      for (const wish of waiting) if (wish.number <= number) wish.go()
      waiting = waiting.filter((wish) => wish.number > number)
    },
    ...{ hear: lines.hear, clockIsTold: lines.clockIsTold },
    takenNumber: () => takenNumber,
    reached(number) {
      if (takenNumber >= number) return Promise.resolve()
      return new Promise((go) => waiting.push({ number, go }))
    },
    forget() {
      recent.clear()
      latest.clear()
      ledgers.lightning.clear()
      ledgers.metar.clear()
    },
  }
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
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  }
}
