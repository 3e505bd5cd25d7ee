import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { messageOf } from '../../core/util/message-of.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import { type Cell, type EventLog, isRead } from './engine.ts'
import { createFence, type Fence } from './fenced-environment.ts'
import type { LeaderMessage } from './leader-message.ts'
import { createLease } from './lease.ts'
import type { Live } from './live.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'
import { isLogged, type LogEntry } from './messages.ts'
import type { createOwnSource } from './own-source.ts'
import { answerOf, type Question } from './questions.ts'
import type { SharedSource } from './shared-source.ts'
import { GOES_FIRST_MS, LOOK_EVERY_MS, LOST_AFTER_MS, SAY_EVERY_MS, TRY_AGAIN_MS, WRITES_WITHIN_MS } from './timing.ts'
import type { WatchLeading } from './watch/open-cluster-watch.ts'

export type Leader = ReturnType<typeof createLeader>

export interface LeaderDeps {
  /** Of this process in the lease. */
  id: string
  cell: Cell
  environment: Environment
  isEngineGone(): boolean
  ownSource(fence: Fence): Pick<ReturnType<typeof createOwnSource>, 'open' | 'isSimulated'>
  /** Whether line B is live, at any process. */
  isSecondLineLive(): boolean
  /** Whether this process has line B: then it takes the lease before others. */
  hasSecondLine(): boolean
  watch: WatchLeading
  /** Responds to questions of other processes until the returned function is called. */
  answerOthers(answer: (question: Question) => Promise<unknown> | null): () => void
  eventLog: Pick<EventLog, 'bounds' | 'append'>
  shared: Pick<SharedSource, 'onUnlogged' | 'known' | 'log' | 'takeBack' | 'latestReports' | 'heardToken'>
  live: Pick<Live, 'say'>
  say(leaderMessage: LeaderMessage): void
  /** Takes back what was read from that message on, and reads the log again from there. */
  readAgain(from: number): void
  clock: Clock
  log: Logger
}

/** Is the leader while this process holds the lease; its sockets outlast a lapsed lease by the grace time. */
export function createLeader(deps: LeaderDeps) {
  const { id, cell, environment, watch, isEngineGone, isSecondLineLive, clock, log } = deps
  let term: Term | null = null
  let handingOver: Promise<void> | null = null
  /** Resolves when the previous term has ended. */
  let before: Promise<void> = Promise.resolve()
  let liveMs = clock.monotonicMs()
  let stopAnswering = () => {}

  const lease = createLease({
    cell,
    role: 'leader',
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
  const fence = createFence({ environment, lease, isEngineGone })
  const own = deps.ownSource(fence)

  /** The next term begins after `end`. */
  function later(end: Promise<void>): void {
    before = Promise.all([before, end]).then(
      () => {},
      (error: unknown) => log.error({ error: String(error) }, 'leadership cleanup failed'),
    )
  }

  function begin(): void {
    endTerm()
    term = createTerm(deps, { token: lease.token, before, own, onFailed: lease.yield })
  }

  function endTerm(): void {
    if (!term) return
    later(term.end())
    term = null
  }

  const stop = clock.every(LOOK_EVERY_MS, () => {
    if (term && !fence.mayHoldSockets()) endTerm()
    if (!lease.isHeld() || term?.isLive() || !isSecondLineLive()) liveMs = clock.monotonicMs()
    else if (clock.monotonicMs() - liveMs >= LOST_AFTER_MS)
      lease.yield('its own line is not live, and the second line is')
  })

  const answer = (question: Question): Promise<unknown> | null => {
    if (!lease.isHeld()) return null
    return question.about === 'watch' ? watch.answer(question.request) : (term?.answer(question) ?? null)
  }

  async function handOver(): Promise<void> {
    await Promise.race([Promise.all([watch.end(), term?.end()]), delay(clock, WRITES_WITHIN_MS)])
    await lease.release()
    stop()
    stopAnswering()
  }

  return {
    leads: lease.isHeld,
    /** Whether its lightning line is live, also after the lease lapsed. */
    isLive: () => term?.isLive() ?? false,
    /** Null if this process is not the leader, or cannot answer yet. */
    answer,
    /** Lets another process lead at once, and never leads again. Idempotent, never rejects. */
    handOver: (): Promise<void> =>
      (handingOver ??= handOver().catch((error: unknown) =>
        log.error({ error: String(error) }, 'lease not handed over'),
      )),
  }
}

type Term = ReturnType<typeof createTerm>

/**
 * A term, from gaining the lease until its sockets are closed: reads the log to its end, fences the leader before by a message, opens the
 * source as a single process does after a restart, and writes delivered strikes. After a lapse of the lease its sockets continue:
 * batches are delivered and published, and written once the lease is held again.
 */
function createTerm(
  deps: LeaderDeps,
  of: {
    /** The fencing token; null while the lease is not held. */
    token(): number | null
    before: Promise<void>
    own: ReturnType<LeaderDeps['ownSource']>
    /** Called with the reason why the lease has to be yielded. */
    onFailed(why: string): void
  },
) {
  const { eventLog, shared, live, clock, log } = deps
  const { token, before, own, onFailed } = of
  /** Revisions of the lease are used again where servers have lost the latest ones. */
  let highestToken = shared.heardToken() + 1
  let source: Source | null = null
  let writer: LogWriter | null = null
  let term = 0
  let ended = false
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
  const stops: (() => void)[] = []
  const isHeld = () => !ended && token() !== null
  const isLive = () => source?.links().lightning.state === 'live'

  async function sayState(): Promise<void> {
    const counters = await source?.counters()
    const held = token()
    if (!source || !writer || !counters || ended || held === null) return
    highestToken = Math.max(held, highestToken)
    deps.say({
      token: highestToken,
      holder: deps.id,
      term,
      number: writer.number(),
      logName: shared.log.name(),
      links: source.links(),
      simulated: own.isSimulated(),
      replay: source.replay ?? null,
      nowMs: source.nowMs?.() ?? clock.now(),
      counters,
    })
  }
  const say = () =>
    void sayState().catch((error: unknown) => log.warn({ error: String(error) }, 'leader message not sent'))

  function takeStrikes(event: StrikeEvent): void {
    if (event.kind === 'batch') {
      live.say({ line: 'A', isLive: isLive(), records: event.records })
    } else if (isLogged(event)) writer?.push({ of: 'lightning', event } as LogEntry)
    else say()
  }

  function takeReports(event: ReportEvent): void {
    if (isLogged(event)) writer?.push({ of: 'metar', event } as LogEntry)
    else say()
  }

  /** Simulated reports come each half hour, and no process is ready without one; those of an upstream come by REST. */
  async function takeLatestReports(opened: Source): Promise<void> {
    if ((await shared.latestReports('all')).length > 0) return
    const records = await opened.latestReports('all').catch(() => [])
    if (records.length > 0 && !ended) takeReports({ kind: 'reports', records })
  }

  /**
   * Reads the log to its end, and appends the message that fences the leader before. Returns its number, and statements that the log has
   * lost; null if the term ended before.
   */
  async function takeLog(): Promise<{ number: number; lost: LogEntry[] } | null> {
    const id = randomUUID()
    const lost: LogEntry[] = []
    while (!ended) {
      try {
        const { last } = await eventLog.bounds()
        if (last < shared.log.readNumber()) {
          lost.push(...shared.takeBack(last))
          // A leader that this process has not heard may have written other messages after the loss.
          deps.readAgain(shared.log.firstKept() ?? last + 1)
          shared.log.rename(randomUUID().slice(0, 8))
        }
        const isAtEnd = await Promise.race([isRead(eventLog, last, shared.log.reached(last), clock), isEnded])
        const number = isAtEnd && isHeld() ? await eventLog.append([{ of: 'term', holder: deps.id }], last, id) : null
        if (number !== null) return { number, lost }
      } catch (error) {
        log.debug({ error: String(error) }, 'log not taken over, retrying')
      }
      await delay(clock, TRY_AGAIN_MS)
    }
    return null
  }

  async function begin(): Promise<void> {
    await before
    const taken = await takeLog()
    if (!taken || ended) return
    term = taken.number
    writer = createLogWriter({
      eventLog,
      known: shared.known,
      after: term,
      isHeld,
      clock,
      log,
      onFenced: () => onFailed('another process writes the log'),
      onTooMuch: () => onFailed('too many strikes wait for the log'),
    })
    stops.push(shared.onUnlogged(writer.wake))
    for (const entry of taken.lost) writer.push(entry)
    writer.wake()
    const isTaken = await Promise.race([isRead(eventLog, term, shared.log.reached(term), clock), isEnded])
    if (ended) return
    if (!isTaken) return onFailed('the log has lost its end')
    const opened = await own.open()
    if (ended) return opened.close()
    source = opened
    stops.push(opened.onStrikes(takeStrikes), opened.onReports(takeReports), clock.every(SAY_EVERY_MS, say))
    say()
    await opened.start()
    await takeLatestReports(opened)
  }

  const begun = begin().catch((error: unknown) => {
    log.error({ error: messageOf(error) }, 'source not opened')
    if (!ended) onFailed('the source could not be opened')
  })

  return {
    /** Null before the source is open, and while the lease is not held. */
    answer: (question: Parameters<typeof answerOf>[1]) => (source && isHeld() ? answerOf(source, question) : null),
    /** Whether its lightning line is live. */
    isLive,
    /** The lapsed lease was gained again. */
    goOn() {
      writer?.wake()
      say()
    },
    /** Closes the sockets, and writes pending strikes. */
    async end() {
      if (ended) return
      const closing = source
      await closing?.close()
      await Promise.race([writer?.idle(), delay(clock, WRITES_WITHIN_MS)])
      ended = true
      end()
      writer?.close()
      for (const stop of stops.splice(0)) stop()
      source = null
      if (!closing) await begun
    },
  }
}
