import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { messageOf } from '../../core/util/message-of.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import { createFence, type Fence } from './fenced-environment.ts'
import type { LeaderWord } from './leader-word.ts'
import { createLease } from './lease.ts'
import type { Live } from './live.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'
import { isLogged, type LogEntry } from './messages.ts'
import type { Cell } from './nats/cell.ts'
import type { EventLog } from './nats/event-log.ts'
import type { createOwnSource } from './own-source.ts'
import { answerOf, type Question } from './questions.ts'
import type { SharedSource } from './shared-source.ts'
import { GOES_FIRST_MS, LOOK_EVERY_MS, LOST_AFTER_MS, SAY_EVERY_MS, TRY_AGAIN_MS } from './timing.ts'
import type { WatchLeading } from './watch/open-cluster-watch.ts'

/** Longest wait of an ending leader for log appends: other processes have the strikes as well. */
const WRITES_AT_MOST_MS = 1_000

/** The part of a process that may become the leader. */
export interface Leader {
  leads(): boolean
  /** Whether its lightning line is live, also while the lease has lapsed. */
  isLive(): boolean
  /** Null where this process does not lead, or cannot answer yet. */
  answer(question: Question): Promise<unknown> | null
  /** Checks the lease at once, after a message that it is free. */
  look(): void
  /** Lets another process lead at once, and never leads again. Safe to call twice. */
  handOver(): Promise<void>
}

/** Leads while this process has the lease, and ends when its sockets must be closed. */
export function createLeader(
  deps: Omit<TermDeps, 'token' | 'before' | 'onFailed' | 'openOwn' | 'isSimulated'> & {
    cell: Cell
    environment: Environment
    isEngineGone(): boolean
    /** The source that the key is for, behind the fence. */
    ownSource(fence: Fence): Pick<ReturnType<typeof createOwnSource>, 'open' | 'isSimulated'>
    /** Whether line B is live, at any process. */
    isSecondLineLive(): boolean
    /** Whether this process has it: then it takes the lease before others. */
    hasSecondLine(): boolean
    watch: WatchLeading
    /** Responds to questions of other processes until the returned function is called. The leader alone does: the first response counts. */
    answerOthers(answer: (question: Question) => Promise<unknown> | null): () => void
    /** Says to the others that the lease is free. */
    tellFree(): Promise<void>
  },
): Leader {
  const { id, watch, isSecondLineLive, clock, log } = deps
  let term: Term | null = null
  let handingOver: Promise<void> | null = null
  let before: Promise<void> = Promise.resolve()
  let liveMs = clock.monotonicMs()
  let stopAnswering = () => {}

  const lease = createLease({
    cell: deps.cell,
    role: 'leader' as const,
    id,
    clock,
    log,
    waitsMs: () => (deps.hasSecondLine() ? 0 : GOES_FIRST_MS),
    onGained({ again }) {
      liveMs = clock.monotonicMs()
      stopAnswering = deps.answerOthers(answer)
      if (again && term) term.goOn()
      else begin()
      void before.then(() => watch.begin(lease.isHeld, lease.yield))
    },
    onLost({ ranOut }) {
      stopAnswering()
      later(watch.end())
      if (!ranOut) endTerm()
    },
    onTaken: endTerm,
  })
  const fence = createFence({ environment: deps.environment, lease, isEngineGone: deps.isEngineGone })
  const own = deps.ownSource(fence)

  /** A new term starts after the end of the previous one. */
  function later(end: Promise<void>): void {
    before = Promise.all([before, end]).then(
      () => {},
      (error: unknown) => log.error({ error: String(error) }, 'term not ended'),
    )
  }

  function begin(): void {
    endTerm()
    term = createTerm({
      ...deps,
      token: lease.token,
      before,
      openOwn: own.open,
      isSimulated: own.isSimulated,
      onFailed: lease.yield,
    })
  }

  function endTerm(): void {
    if (!term) return
    later(term.end())
    term = null
  }

  function look(): void {
    if (term && !fence.mayHoldSockets()) endTerm()
    if (!lease.isHeld() || term?.isLive() || !isSecondLineLive()) liveMs = clock.monotonicMs()
    else if (clock.monotonicMs() - liveMs >= LOST_AFTER_MS)
      lease.yield('its own line is not live, and the second line is')
  }

  const stop = clock.every(LOOK_EVERY_MS, look)

  const answer = (question: Question): Promise<unknown> | null => {
    if (!lease.isHeld()) return null
    return question.about === 'watch' ? watch.answer(question.request) : (term?.answer(question) ?? null)
  }

  async function handOver(): Promise<void> {
    await Promise.race([watch.end(), delay(clock, WRITES_AT_MOST_MS)])
    await Promise.race([term?.end(), delay(clock, 2 * WRITES_AT_MOST_MS)])
    const led = lease.isHeld()
    await lease.release()
    stop()
    stopAnswering()
    if (led) await deps.tellFree()
  }

  return {
    leads: lease.isHeld,
    isLive: () => term?.isLive() ?? false,
    answer,
    look: lease.look,
    handOver: () =>
      (handingOver ??= handOver().catch((error: unknown) =>
        log.error({ error: String(error) }, 'lead not handed over'),
      )),
  }
}

/** One term of a leader: from gaining the lease until its sockets are closed. */
interface Term {
  /** Null while it has not begun, or does not hold the lease. */
  answer(question: Parameters<typeof answerOf>[1]): Promise<unknown> | null
  /** Whether its lightning line is live. */
  isLive(): boolean
  /** The lease, which lapsed meanwhile, is held again. */
  goOn(): void
  /** Closes the sockets to the upstream, and writes what has come. */
  end(): Promise<void>
}

interface TermDeps {
  /** As which this process has the lease. */
  id: string
  /** The fencing token; null while the lease is not held. */
  token(): number | null
  eventLog: Pick<EventLog, 'bounds' | 'append' | 'knowWritten'>
  shared: Pick<SharedSource, 'deliver' | 'onUnlogged' | 'known' | 'log' | 'takeBack' | 'latestReports'>
  live: Pick<Live, 'say'>
  /** Resolves when the previous term has ended and writes no more messages. */
  before: Promise<void>
  /** Opens the source that the key is for; called once the whole log is read. */
  openOwn(): Promise<Source>
  /** Whether its data is simulated; null while the upstream has not said so. */
  isSimulated(): boolean | null
  say(word: LeaderWord): void
  /** Hears why the lease has to be given up. */
  onFailed(why: string): void
  onStuck(forMs: number): void
  /** Reads the log again from that message on. */
  readFrom(number: number): void
  clock: Clock
  log: Logger
}

/**
 * Leads: reads the log to its end, fences the leader before by a message of its own, opens the source as a single process does after a
 * restart, and writes what is delivered here. While the lease has lapsed its sockets go on: what they bring is delivered and said, and
 * written once the lease is held again.
 */
function createTerm(deps: TermDeps): Term {
  const { eventLog, shared, live, token, onFailed, onStuck, clock, log } = deps
  let own: Source | null = null
  let writer: LogWriter | null = null
  let term = 0
  let ended = false
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
  const stops: (() => void)[] = []
  const isHeld = () => !ended && token() !== null
  const isLive = () => own?.links().lightning.state === 'live'

  async function sayHowItIs(): Promise<void> {
    const counters = await own?.counters()
    const held = token()
    if (!own || !writer || !counters || ended || held === null) return
    deps.say({
      token: held,
      holder: deps.id,
      term,
      number: writer.number(),
      logName: shared.log.name(),
      links: own.links(),
      simulated: deps.isSimulated(),
      replay: own.replay ?? null,
      nowMs: own.nowMs?.() ?? clock.now(),
      counters,
    })
  }
  const say = () =>
    void sayHowItIs().catch((error: unknown) => log.warn({ error: String(error) }, 'leader message not sent'))

  function takeStrikes(event: StrikeEvent): void {
    if (event.kind === 'batch') {
      const { records } = event
      shared.deliver({ isLive: isLive(), records })
      live.say({ line: 'A', isLive: isLive(), records })
    } else if (isLogged(event)) writer?.push({ of: 'lightning', event } as LogEntry)
    else say()
  }

  function takeReports(event: ReportEvent): void {
    if (isLogged(event)) writer?.push({ of: 'metar', event } as LogEntry)
    else say()
  }

  /** Simulated reports arrive each half hour, and no process is ready without one; an upstream has them over REST. */
  async function tellStanding(opened: Source): Promise<void> {
    if ((await shared.latestReports('all')).length > 0) return
    const records = await opened.latestReports('all').catch(() => [])
    if (records.length > 0 && !ended) takeReports({ kind: 'reports', records })
  }

  /**
   * Reads the log to its end, and fences the leader before by a message of its own; answers the number of that, and what of the log has
   * to be written again beside strikes. Null where the term is over before.
   */
  async function takeLog(): Promise<{ number: number; lost: LogEntry[] } | null> {
    const id = randomUUID()
    const lost: LogEntry[] = []
    while (!ended) {
      try {
        const { last } = await eventLog.bounds()
        const read = shared.log.readNumber()
        if (last < read) {
          log.warn({ last, read }, 'log lost its end: written again')
          lost.push(...shared.takeBack(last))
          deps.readFrom(last + 1)
          shared.log.rename(randomUUID().slice(0, 8))
        }
        eventLog.knowWritten(last)
        await Promise.race([shared.log.reached(last), isEnded])
        const number = isHeld() ? await eventLog.append([{ of: 'term', holder: deps.id }], last, id) : null
        if (number !== null) return { number, lost }
      } catch (error) {
        log.debug({ error: String(error) }, 'log not taken over, retrying')
      }
      await delay(clock, TRY_AGAIN_MS)
    }
    return null
  }

  async function begin(): Promise<void> {
    await deps.before
    const taken = await takeLog()
    if (!taken || ended) return
    term = taken.number
    writer = createLogWriter({
      eventLog,
      known: shared.known,
      after: term,
      isHeld,
      onStuck,
      clock,
      log,
      onFenced: () => onFailed('another process writes the log'),
      onTooMuch: () => onFailed('too much waits to be written to the log'),
    })
    stops.push(shared.onUnlogged(writer.wake))
    for (const entry of taken.lost) writer.push(entry)
    writer.wake()
    await Promise.race([shared.log.reached(term), isEnded])
    if (ended) return
    const opened = await deps.openOwn()
    if (ended) return opened.close()
    own = opened
    stops.push(own.onStrikes(takeStrikes), own.onReports(takeReports), clock.every(SAY_EVERY_MS, say))
    say()
    await opened.start()
    await tellStanding(opened)
  }

  const begun = begin().catch((error: unknown) => {
    log.error({ error: messageOf(error) }, 'source not opened')
    if (!ended) onFailed('the source could not be opened')
  })

  return {
    answer: (question) => (own && isHeld() ? answerOf(own, question) : null),
    isLive,
    goOn() {
      writer?.wake()
      say()
    },
    async end() {
      if (ended) return
      const closing = own
      await closing?.close()
      await Promise.race([writer?.idle(), delay(clock, WRITES_AT_MOST_MS)])
      ended = true
      end()
      writer?.close()
      for (const stop of stops.splice(0)) stop()
      own = null
      if (!closing) await begun
    },
  }
}
