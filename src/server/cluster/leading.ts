import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Environment } from '../../client/session/environment.ts'
import { delay } from '../../core/time/clock.ts'
import type { Config } from '../config.ts'
import type { History } from '../history/history.ts'
import { openSource } from '../open-source.ts'
import type { Source } from '../sources/source.ts'
import type { Remembered } from '../sources/source-memory.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import { fenceEnvironment } from './fenced-environment.ts'
import type { FollowedSource } from './followed-source.ts'
import { beginTerm, type Term } from './leadership.ts'
import { createLease, type Gained, type LeaseCell } from './lease.ts'
import type { Bus } from './nats/bus.ts'
import type { EventLog } from './nats/event-log.ts'
import type { Question } from './questions.ts'
import { createSharedLedger } from './shared-ledger.ts'
import type { WatchLeading } from './watch/open-cluster-watch.ts'

/** Sockets that were closed a moment ago may still count at the upstream: it sees their end that much later, with room. */
const SOCKETS_END_MS = 300

/** The part of a process that may come to lead. */
export interface Leading {
  leads(): boolean
  /** Null where another process leads, or this one can't answer yet. */
  answer(question: Question): Promise<unknown> | null
  /** Looks whether the lease is free. */
  look(): void
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
  cells: { leader: LeaseCell; points: LeaseCell }
  watch: WatchLeading
  /** Hears each time that the log took nothing for four seconds. */
  onStuck(): void
}

/** Leads whenever it gets the lease: opens the upstream, writes the log, and answers the questions of the others. */
export function createLeading(deps: LeadingDeps): Leading {
  const { config, environment, log, history, replay, eventLog, bus, followed, cells, watch, onStuck } = deps
  const { clock } = environment
  const id = randomUUID()
  let term: Term | null = null
  let stopAnswering = () => {}
  let handingOver: Promise<void> | null = null
  /** How often this process has led, and that what it led before is over. */
  let [times, over] = [0, Promise.resolve()]
  const stopBeingThere = bus.beThere(id)
  let isSimulated = config.upstream ? null : true

  /** Where the data turns out to be of the other kind, the log is of another world as well. */
  async function learnedSimulated(simulated: boolean): Promise<boolean> {
    isSimulated = simulated
    const matches = await history.memory.learnedSimulated(simulated)
    if (!matches) await eventLog.purge()
    return matches
  }

  /** By the clock that the source had while another process led. */
  async function recall(): Promise<Remembered> {
    const remembered = await history.memory.recall()
    isSimulated ??= remembered.simulated
    return { ...remembered, aheadMs: followed.nowMs() - clock.now() }
  }

  async function openOwn({ handedOver, quietMs }: Gained, isHeld: () => boolean): Promise<Source> {
    const gate = createLocalRateGate({ clock })
    await gate.pause(clock.now() + quietMs)
    if (handedOver) await delay(clock, SOCKETS_END_MS)
    const { source } = await openSource({
      ...{ config, log, replay, environment: fenceEnvironment(environment, isHeld) },
      history: { memory: { ...history.memory, recall, learnedSimulated }, notes: history.notes },
      handedOver: {
        ...{ gate, ledger: createSharedLedger({ cell: cells.points, clock, log }) },
        takeOver: followed.clockIsTold(),
      },
    })
    return source
  }

  async function endTerm(): Promise<void> {
    const ending = term
    term = null
    stopAnswering()
    await ending?.end()
  }
  const failed = (error: unknown) => log.error({ error: String(error) }, 'what was led could not be ended')

  const lease = createLease({
    ...{ cell: cells.leader, id, clock, log, isGone: bus.isGone },
    onGained(gained) {
      const time = ++times
      // What was led before does nothing more, though the lease is held again.
      const isHeld = () => time === times && lease.isHeld()
      const drop = (why: string) => time === times && lease.drop(why)
      const begun = beginTerm({
        ...{ id, eventLog, followed, isHeld, onStuck, say: bus.say, clock, log, before: over },
        onFenced: () => drop('another process writes the log'),
        openOwn: () => openOwn(gained, isHeld),
        isSimulated: () => isSimulated,
      })
      term = begun
      stopAnswering = bus.onQuestion(answer)
      void over.then(() => watch.begin(isHeld, () => drop('another process writes the log of the watch')))
    },
    onLost() {
      over = Promise.all([watch.end(), endTerm()]).then(() => {}, failed)
    },
  })

  const answer = (question: Question): Promise<unknown> | null =>
    question.about === 'watch' ? watch.answer(question.request) : (term?.answer(question) ?? null)

  async function handOver(): Promise<void> {
    await watch.end()
    await endTerm()
    await lease.release()
    await bus.tellFree()
    stopBeingThere()
  }

  return {
    leads: lease.isHeld,
    answer,
    look: lease.look,
    handOver() {
      handingOver ??= handOver().catch(failed)
      return handingOver
    },
  }
}
