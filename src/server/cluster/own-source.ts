import type { Logger } from 'pino'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Environment } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Config } from '../config.ts'
import type { History } from '../history/history.ts'
import { openSource } from '../open-source.ts'
import type { Source } from '../sources/source.ts'
import type { Remembered } from '../sources/source-memory.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import type { PointLedger } from '../sources/upstream/point-ledger.ts'
import { fenceEnvironment } from './fenced-environment.ts'
import type { FollowedSource } from './followed-source.ts'
import type { Gained, Lease, LeaseCell } from './lease/lease.ts'
import type { EventLog } from './nats/event-log.ts'
import { createSharedLedger } from './shared-ledger.ts'

/** What was missed on the lines is asked first, before what viewers ask: by then they stand. */
const LINES_STAND_MS = 350
/** Sockets that were closed a moment ago may still count at the upstream: it sees their end that much later, with room. */
const SOCKETS_END_MS = 300
const TRY_AGAIN_MS = 200

/** The source that the key is for, as the process that leads opens it. */
export function createOwnSource(deps: {
  config: Config
  environment: Environment
  log: Logger
  history: History
  replay: OpenReplay | null
  eventLog: Pick<EventLog, 'purge'>
  followed: Pick<FollowedSource, 'nowMs' | 'clockIsTold'>
  points: LeaseCell
}) {
  const { config, environment, log, history, replay, eventLog, followed, points } = deps
  const { clock } = environment
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

  return {
    /** Whether its data is; null while the upstream has not said so. */
    isSimulated: () => isSimulated,
    async open({ handedOver, quietMs }: Gained, { isHeld, mayAsk }: Pick<Lease, 'isHeld' | 'mayAsk'>): Promise<Source> {
      // Where it is not held any more nothing waits: all of it is refused.
      const gate = createLocalRateGate({ clock, mayPass: () => mayAsk() || !isHeld() })
      await gate.pause(clock.now() + Math.max(quietMs, LINES_STAND_MS))
      if (handedOver) await delay(clock, SOCKETS_END_MS)
      const { source } = await openSource({
        ...{ config, log, replay, environment: fenceEnvironment(environment, { request: mayAsk, socket: isHeld }) },
        history: { memory: { ...history.memory, recall, learnedSimulated }, notes: history.notes },
        handedOver: {
          ...{ gate, ledger: readWhileHeld(createSharedLedger({ cell: points, clock, log }), isHeld, clock) },
          takeOver: followed.clockIsTold(),
        },
      })
      return source
    },
  }
}

/** Servers that agree anew answer about one thing sooner than about another: the lead is kept meanwhile, or it would go round. */
function readWhileHeld(ledger: PointLedger, isHeld: () => boolean, clock: Clock): PointLedger {
  return {
    ...ledger,
    async read() {
      for (;;) {
        try {
          return await ledger.read()
        } catch (error) {
          if (!isHeld()) throw error
          await delay(clock, TRY_AGAIN_MS)
        }
      }
    },
  }
}
