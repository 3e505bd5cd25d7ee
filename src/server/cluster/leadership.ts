import type { Logger } from 'pino'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import type { Pledges } from './ahead/pledges.ts'
import { createRelay } from './ahead/relay.ts'
import type { FollowedSource } from './followed-source.ts'
import type { LeaderWord } from './leader-word.ts'
import { isLogged, type LogEntry, type PlacedMessage } from './log-entries.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'
import type { EventLog } from './nats/event-log.ts'
import { answerOf } from './questions.ts'

const SAY_EVERY_MS = 1_000
const TRY_AGAIN_MS = 200

/** One time of leading: from having the lease to losing it or handing it over. */
export interface Term {
  /** Null while it has not begun, or has ended. */
  answer(question: Parameters<typeof answerOf>[1]): Promise<unknown> | null
  /**
   * The lease ran out, since nobody can renew it: goes on by the sockets that it has, for this process alone, and for those who
   * promise to take the lead from nobody; for this one also where nobody else hears it, as long as `tellsAlone` says so. Answers
   * whether it can.
   */
  hold(tellsAlone: () => boolean): boolean
  /** The lease is had again, and nobody else had it. */
  goOn(): void
  /** Whether it goes on without the lease. */
  isHolding(): boolean
  /** The number of the message by which it began; null before its source is open. */
  number(): number | null
  /** Whether that message is in the log. */
  hasBegun(): boolean
  /** Ends the sockets to the upstream, and writes down what has come. */
  end(): Promise<void>
}

export interface TermDeps {
  id: string
  eventLog: Pick<EventLog, 'bounds' | 'append'>
  followed: Pick<
    FollowedSource,
    'reached' | 'latestReports' | 'readNumber' | 'takenNumber' | 'termNumber' | 'takeAhead' | 'aheadAfter' | 'hear'
  >
  pledges: Pick<Pledges, 'areHeld' | 'areHeldLately' | 'leastTaken'>
  isHeld(): boolean
  /** What this process led before is over, and writes nothing more. */
  before: Promise<void>
  onFenced(): void
  /** Hears each time that the log took nothing for four seconds. */
  onStuck(forMs: number): void
  /** Hears that more is held than should be. */
  onTooMuch(): void
  /** The source that the key is for; to be opened when all that was there before is in the history. */
  openOwn(): Promise<Source>
  /** Whether its data is; null while the upstream has not said so. */
  isSimulated(): boolean | null
  say(word: LeaderWord): void
  /** Tells the others what is late in the log. */
  sayAhead(messages: readonly PlacedMessage[]): void
  clock: Clock
  log: Logger
}

/**
 * Leads: opens the source that the key is for, once all that was written before is known here, writes what it says to the
 * log, and tells the others each second how its lines are.
 */
export function beginTerm(deps: TermDeps): Term {
  const { eventLog, followed, isHeld, onFenced, onStuck, onTooMuch, pledges, clock, log } = deps
  let own: Source | null = null
  let writer: LogWriter | null = null
  let term = 0
  let ended = false
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
  const toOthers = { pledges, say: deps.sayAhead, onTooMuch, isOver: () => followed.termNumber() > term }
  const relay = createRelay({ writer: () => writer, followed, ...toOthers, clock, log })
  const stops = [relay.close]
  const isOver = () => ended || !(isHeld() || relay.isHolding())

  async function sayHowItIs(): Promise<void> {
    if (!own || !writer || isOver()) return
    const counters = await own.counters()
    if (!own || !writer || isOver()) return
    const { replay = null } = own
    const simulated = deps.isSimulated()
    const nowMs = own.nowMs?.() ?? clock.now()
    const [number, dueNumber] = [writer.number(), writer.dueNumber()]
    const word = { term, number, dueNumber, links: own.links(), simulated, replay, nowMs, counters }
    if (isHeld() || pledges.areHeld()) deps.say(word)
    if (!isHeld()) followed.hear(word)
  }
  const say = () =>
    void sayHowItIs().catch((error: unknown) => log.warn({ error: String(error) }, 'how the lines are can not be told'))

  function take(of: 'lightning' | 'metar', event: StrikeEvent | ReportEvent): void {
    if (isLogged(event)) writer?.push({ of, event } as LogEntry)
    else say()
  }

  /** Made reports come by the half hour, and nobody is ready without one; what an upstream has is had from REST. */
  async function tellStanding(opened: Source): Promise<void> {
    if ((await followed.latestReports('all')).length > 0) return
    const records = await opened.latestReports('all').catch(() => [])
    if (records.length > 0 && !isOver()) take('metar', { kind: 'reports', records })
  }

  async function begin(): Promise<void> {
    await deps.before
    const last = await lastWritten(deps, isOver)
    if (last === null) return
    const [readNumber, onPlaced] = [followed.readNumber, relay.placed]
    const hears = { isHeld, onPlaced, onFenced, onStuck, onTooMuch }
    writer = createLogWriter({ eventLog, after: last, readNumber, ...hears, clock, log })
    writer.goOnFrom(dueAfter(last, deps))
    writer.push({ of: 'term', holder: deps.id })
    await writer.idle()
    if (isOver()) return
    term = writer.number()
    await Promise.race([followed.reached(term), isEnded])
    if (isOver()) return
    const opened = await deps.openOwn()
    if (isOver()) return opened.close()
    own = opened
    stops.push(
      own.onStrikes((event) => take('lightning', event)),
      own.onReports((event) => take('metar', event)),
      clock.every(SAY_EVERY_MS, say),
    )
    say()
    await opened.start()
    await tellStanding(opened)
  }

  const begun = begin().catch((error: unknown) => {
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'the source could not be opened')
    if (!ended) onFenced()
  })

  return {
    answer: (question) => (own && !ended && isHeld() ? answerOf(own, question) : null),
    hold(tellsAlone) {
      if (ended || !own || !writer) return false
      const canHold = relay.hold(tellsAlone) && !ended
      if (canHold) say()
      return canHold
    },
    goOn() {
      relay.goOn()
      say()
    },
    ...{ isHolding: relay.isHolding, hasBegun: () => term > 0 },
    number: () => (own && !ended ? term : null),
    async end() {
      if (ended) return
      ended = true
      end()
      relay.close()
      writer?.letGo()
      for (const stop of stops.splice(0)) stop()
      const closing = own
      own = null
      await closing?.close()
      await writer?.idle()
      if (!closing) await begun
    },
  }
}

/** What is to be written before anything else: what was told ahead, and what was read of the log where that has lost its end. */
function dueAfter(last: number, { followed, log }: Pick<TermDeps, 'followed' | 'log'>): readonly PlacedMessage[] {
  const [due, read] = [followed.aheadAfter(last), followed.readNumber()]
  if (last < read) log.warn({ last, read, again: due.length }, 'the log lacks what was read of it: it is written again')
  return due
}

/**
 * Servers that agree anew answer nothing for seconds: the lead is kept meanwhile, or it would go round. What was told ahead counts
 * by what has been read so far. Null where it is over.
 */
async function lastWritten(
  deps: Pick<TermDeps, 'eventLog' | 'followed' | 'clock' | 'log'>,
  isOver: () => boolean,
): Promise<number | null> {
  const { eventLog, followed, clock, log } = deps
  while (!isOver()) {
    try {
      const { last } = await eventLog.bounds()
      if (followed.readNumber() >= last || followed.aheadAfter(followed.readNumber()).length === 0) return last
      await delay(clock, TRY_AGAIN_MS)
    } catch (error) {
      log.debug({ error: String(error) }, 'the log does not say how far it goes: trying again')
      await delay(clock, TRY_AGAIN_MS)
    }
  }
  return null
}
