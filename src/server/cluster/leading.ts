import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { delay } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Config } from '../config.ts'
import type { History } from '../history/history.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import { createPledges } from './ahead/pledges.ts'
import type { FollowedSource } from './followed-source.ts'
import { createHolding } from './holding.ts'
import { createLease } from './lease/lease.ts'
import { createTerms, type LedTerm } from './led-term.ts'
import { type PlacedMessage, readEntries } from './log-entries.ts'
import type { Bus } from './nats/bus.ts'
import type { Cell } from './nats/cell.ts'
import type { EventLog } from './nats/event-log.ts'
import { createOwnSource } from './own-source.ts'
import type { Question } from './questions.ts'
import { createEarly } from './spare/early.ts'
import { createSpare } from './spare/spare.ts'
import { spareOpener } from './spare/spare-opener.ts'
import type { WatchLeading } from './watch/open-cluster-watch.ts'

/** Who ends waits no longer for a log that takes nothing: the next one was told what is not written, or has it from REST. */
const WRITES_AT_MOST_MS = 1_000

/** The part of a process that may come to lead. */
export interface Leading {
  leads(): boolean
  /** Null where another process leads, or this one can't answer yet. */
  answer(question: Question): Promise<unknown> | null
  /** Looks whether the lease is free, as somebody said. */
  look(): void
  /**
   * Whether viewers here are told what comes though nothing can be shared, or will be: nobody else knows more.
   */
  goesOn(): boolean
  /** Hears each time that it goes on no more. */
  onGivenUp(listener: () => void): () => void
  /** Whether it may come to lead, or does. */
  mayLead(): boolean
  /** Lets another process lead at once, and leads no more. Safe to call twice. */
  handOver(): Promise<void>
}

interface LeadingDeps {
  config: Config
  environment: Environment
  log: Logger
  history: History
  replay: OpenReplay | null
  eventLog: EventLog
  bus: Bus
  followed: FollowedSource
  cells: { leader: Cell; points: Cell }
  watch: WatchLeading
  /** Hears each four seconds that the log takes nothing, and for how long, ms. */
  onStuck(forMs: number): void
  /** Hears each time that the way to the others is gone, or made anew. */
  onWay(listener: () => void): () => void
  /** Whether what the processes share is away as a whole, so that nobody can lead. */
  isEngineGone(): boolean
  /** Whether this process does not reach it. */
  isCutOff(): boolean
}

/** Leads whenever it gets the lease: opens the upstream, writes the log, and answers the questions of the others. */
export function createLeading(deps: LeadingDeps): Leading {
  const { config, environment, log, bus, followed, cells, watch, isEngineGone, isCutOff } = deps
  const { clock } = environment
  const id = randomUUID()
  let term: LedTerm | null = null
  let handingOver: Promise<void> | null = null
  let isOut = false
  const endings = createEndings(log)
  const [givenUp, stopBeingThere] = [new Emitter<void>(), bus.beThere(id)]
  const { pledges, sayAhead, ...others } = joinOthers({ id, bus, followed, term: termNumber, clock })
  const early = createEarly({
    mayBegin: () => !(term || isOut || isCutOff() || isEngineGone()),
    onBegun() {
      term = begin()
    },
    ...{ hasBegun: () => term?.hasBegun() ?? false, onOver: giveUp, onWay: deps.onWay, clock, log },
  })
  const spare = createSpare({
    ...{ id, channel: bus.channel, term: termNumber, readTerm: followed.termNumber, isEarly: early.isOn, clock },
    ...{ open: spareOpener(config, environment), mayLead: () => !isOut, onWay: deps.onWay, onSilent: early.begin },
  })

  function termNumber(): number | null {
    return term && (lease.isHeld() || term.isHolding() || early.isOn()) ? term.number() : null
  }

  async function endTerm(): Promise<void> {
    const ending = term
    term = null
    holding.stop()
    await ending?.end()
  }

  /** What was told ahead is written by whoever leads next, and told to be of others where that one begins with something else. */
  function giveUp(): void {
    endings.add(watch.end(), endTerm())
    givenUp.emit()
  }

  /** Nobody writes what was told, also where the lease is held by now: another one may take it, and do better. */
  function retreat(): void {
    early.end()
    lease.drop('too much waits to be written to the log')
    if (term) giveUp()
    followed.giveBackAhead()
  }

  const holding = createHolding({
    ...{ isEngineGone, isCutOff, arePledged: pledges.areHeldLately, followed, clock, log },
    ...{ onTooLong: retreat, onUnheard: giveUp },
  })

  const begin = createTerms({
    ...{ ...deps, id, onTooMuch: retreat, say: bus.say, sayAhead, pledges, clock, log },
    ...{ own: createOwnSource({ ...deps, points: cells.points, spare }), early, watch },
    ...{ lease: () => lease, over: endings.over, answerOthers: () => bus.onQuestion(answer) },
  })

  const lease = createLease({
    ...{ cell: cells.leader, id, clock, log, isGone: bus.isGone, isPledgedTo: pledges.isGivenTo },
    isLeftToAnother: spare.isLeftToAnother,
    onGained(gained) {
      if (gained.again && term?.isHolding()) holding.goOn(term)
      else if (!early.isOn()) term = begin()
      early.gained()
      term?.gained(gained)
    },
    onLost({ ranOut }) {
      if (ranOut && term && holding.begin(term)) endings.add(watch.end())
      else giveUp()
    },
    onTaken: giveUp,
  })

  const answer = (question: Question): Promise<unknown> | null =>
    question.about === 'watch' ? watch.answer(question.request) : (term?.answer(question) ?? null)

  async function handOver(): Promise<void> {
    early.end()
    for (const end of [watch.end, endTerm]) await Promise.race([end(), delay(clock, WRITES_AT_MOST_MS)])
    await lease.release()
    await bus.tellFree()
    for (const stop of [stopBeingThere, early.close, spare.close, others.close]) stop()
    isOut = true
  }

  return {
    leads: lease.isHeld,
    answer,
    look() {
      spare.freed()
      lease.look()
    },
    mayLead: () => !isOut,
    onGivenUp: (listener) => givenUp.subscribe(listener),
    goesOn: () => term !== null && (term.isHolding() || (lease.isHeld() && isEngineGone())),
    handOver: () => (handingOver ??= handOver().catch(endings.failed)),
  }
}

/** What this process led before, until all of it is over. */
function createEndings(log: Logger) {
  let over = Promise.resolve()
  const failed = (error: unknown) => log.error({ error: String(error) }, 'what was led could not be ended')
  return {
    over: () => over,
    add(...ends: Promise<void>[]) {
      over = Promise.all([over, ...ends]).then(() => {}, failed)
    },
    failed,
  }
}

/** What processes promise and tell each other beside the lease and the log. */
function joinOthers(
  deps: Pick<Parameters<typeof createPledges>[0], 'id' | 'term' | 'clock'> & Pick<LeadingDeps, 'bus' | 'followed'>,
) {
  const { bus, followed } = deps
  const pledges = createPledges({
    ...{ ...deps, channel: bus.channel },
    ...{ readTerm: followed.termNumber, takenNumber: followed.takenNumber },
  })
  const ahead = bus.channel<readonly PlacedMessage[]>('ahead')
  const stopHearing = ahead.on((messages, by) => {
    for (const message of pledges.isLatest(by) ? messages : []) {
      followed.takeAhead({ ...message, entries: readEntries(message.entries) })
    }
  })
  return {
    pledges,
    sayAhead: ahead.say,
    close() {
      stopHearing()
      pledges.close()
    },
  }
}
