import type { Logger } from 'pino'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Environment, Socket } from '../../client/session/environment.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Config } from '../config/config.ts'
import { openSource } from '../config/open-source.ts'
import type { History } from '../history/history.ts'
import type { Remembered } from '../history/source-memory.ts'
import type { Source, SourceCounters } from '../sources/source.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import type { PointLedger } from '../sources/upstream/point-ledger.ts'
import type { Cell } from './nats/cell.ts'
import type { EventLog } from './nats/event-log.ts'
import { createSharedLedger } from './shared-ledger.ts'
import type { SharedSource } from './shared-source.ts'
import { TRY_AGAIN_MS } from './timing.ts'

/** The source that the key is for, as the leader opens it: behind the fence, with the points that all processes have spent. */
export function createOwnSource(deps: {
  config: Config
  /** Lets out nothing that this process may not ask or open. */
  fence: { environment: Environment; mayAsk(): boolean; mayHoldSockets(): boolean }
  log: Logger
  history: History
  replay: OpenReplay | null
  eventLog: Pick<EventLog, 'purge'>
  shared: Pick<SharedSource, 'nowMs' | 'clockIsTold'>
  points: Cell
  /** The live socket of line B, where this process has it; null where it does not. */
  takeSocket(): Socket | null
  /** Lightning sockets of other processes. */
  othersSockets(): number
}) {
  const { config, fence, log, history, replay, eventLog, shared, points, takeSocket, othersSockets } = deps
  const { environment, mayAsk, mayHoldSockets } = fence
  const { clock } = environment
  let isSimulated = config.upstream ? null : true
  // If this process may hold no socket its epoch is over: requests do not wait, and are refused.
  const isOver = () => !mayHoldSockets()
  // One for all epochs of this process: calls of an earlier one may still be retried.
  const gate = createLocalRateGate({ clock, mayPass: () => isOver() || mayAsk() })

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
    return { ...remembered, aheadMs: shared.nowMs() - clock.now() }
  }

  function withOthers(counters: SourceCounters): SourceCounters {
    return { ...counters, slots: { used: counters.slots.used + othersSockets() } }
  }

  return {
    /** Whether its data is simulated; null while the upstream has not said so. */
    isSimulated: () => isSimulated,
    async open(): Promise<Source> {
      // A socket beside the one that is a day old gets no slot while line B is there, which covers for it.
      const openSocket: Environment['openSocket'] = (url, headers) =>
        (url.endsWith(LIGHTNING_PATHS.socket) ? takeSocket() : null) ?? environment.openSocket(url, headers)
      const { source } = await openSource({
        config,
        log,
        replay,
        environment: { ...environment, openSocket },
        history: { memory: { ...history.memory, recall, learnedSimulated }, notes: history.notes },
        handedOver: {
          gate,
          ledger: readUntilOver(createSharedLedger({ cell: points, clock, log }), isOver, clock),
          takeOver: shared.clockIsTold(),
        },
      })
      return Object.create(source, { counters: { value: async () => withOthers(await source.counters()) } })
    },
  }
}

/** Servers that elect a leader answer nothing for seconds: the lease is kept meanwhile. */
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
