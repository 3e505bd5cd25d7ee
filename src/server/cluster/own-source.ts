import type { Logger } from 'pino'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Environment } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Config } from '../config.ts'
import type { History } from '../history/history.ts'
import { openSource } from '../open-source.ts'
import type { Source, SourceCounters } from '../sources/source.ts'
import type { Remembered } from '../sources/source-memory.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import type { PointLedger } from '../sources/upstream/point-ledger.ts'
import { fenceEnvironment } from './fenced-environment.ts'
import type { FollowedSource } from './followed-source.ts'
import type { Gained, Lease } from './lease/lease.ts'
import type { Cell } from './nats/cell.ts'
import type { EventLog } from './nats/event-log.ts'
import { createSharedLedger } from './shared-ledger.ts'
import { createLeaderSockets } from './spare/leader-sockets.ts'
import type { Spare } from './spare/spare.ts'

/** What was missed on the lines is asked first, before what viewers ask: by then they stand. */
const LINES_STAND_MS = 350
/** Sockets that were closed a moment ago may still count at the upstream: it sees their end that much later, with room. */
const SOCKETS_END_MS = 300
const TRY_AGAIN_MS = 200

/** What a process that leads may do: it may write the log before it has the lease, and asks and opens nothing until then. */
export interface MayLead extends Pick<Lease, 'mayAsk'> {
  hasLease(): boolean
  /** Whether it leads no more, by the lease or before it. */
  isOver(): boolean
}

export interface OwnSource {
  source: Source
  /** The lease is had, like this: what was asked before is waited for, and then it asks and opens by itself. */
  gained(how: Pick<Gained, 'handedOver' | 'quietMs'>): void
}

/** The source that the key is for, as the process that leads opens it. */
export function createOwnSource(deps: {
  config: Config
  environment: Environment
  log: Logger
  history: History
  replay: OpenReplay | null
  eventLog: Pick<EventLog, 'purge'>
  followed: Pick<FollowedSource, 'nowMs' | 'clockIsTold'>
  points: Cell
  spare: Pick<Spare, 'take' | 'freeSlot' | 'isSlotFree' | 'used'>
}) {
  const { config, environment, log, history, replay, eventLog, followed, points, spare } = deps
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

  function withSpare(counters: SourceCounters): SourceCounters {
    return { ...counters, slots: { used: counters.slots.used + spare.used() } }
  }

  return {
    /** Whether its data is; null while the upstream has not said so. */
    isSimulated: () => isSimulated,
    async open({ hasLease, isOver, mayAsk }: MayLead): Promise<OwnSource> {
      let socketsFromMs: number | null = null // monotonic; null before the lease is had
      // Where it is over nothing waits: all of it is refused.
      const gate = createLocalRateGate({ clock, mayPass: () => isOver() || (socketsFromMs !== null && mayAsk()) })
      const fenced = fenceEnvironment(environment, { request: mayAsk, socket: hasLease })
      const openSocket = createLeaderSockets({
        ...{ openSocket: fenced.openSocket, spare, isOver, clock },
        mayOpen: () => hasLease() && socketsFromMs !== null && clock.monotonicMs() >= socketsFromMs,
      })
      const { source } = await openSource({
        ...{ config, log, replay, environment: { ...fenced, openSocket } },
        history: { memory: { ...history.memory, recall, learnedSimulated }, notes: history.notes },
        handedOver: {
          ...{ gate, ledger: readUntilOver(createSharedLedger({ cell: points, clock, log }), isOver, clock) },
          takeOver: followed.clockIsTold(),
        },
      })
      return {
        source: Object.create(source, { counters: { value: async () => withSpare(await source.counters()) } }),
        gained({ handedOver, quietMs }) {
          void gate.pause(clock.now() + Math.max(quietMs, LINES_STAND_MS))
          socketsFromMs = clock.monotonicMs() + (handedOver ? SOCKETS_END_MS : 0)
        },
      }
    },
  }
}

/** Servers that agree anew answer about one thing sooner than about another: the lead is kept meanwhile, or it would go round. */
function readUntilOver(ledger: PointLedger, isOver: () => boolean, clock: Clock): PointLedger {
  return {
    ...ledger,
    async read() {
      for (;;) {
        try {
          return await ledger.read()
        } catch (error) {
          if (isOver()) throw error
          await delay(clock, TRY_AGAIN_MS)
        }
      }
    },
  }
}
