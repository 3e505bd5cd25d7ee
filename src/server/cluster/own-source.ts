import type { Logger } from 'pino'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Environment, Socket } from '../../client/session/environment.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { OpenReplay } from '../../simulator/source/replay/replay.ts'
import type { Config } from '../config/config.ts'
import { openSource } from '../config/open-source.ts'
import type { History } from '../history/history.ts'
import type { Remembered } from '../history/source-memory.ts'
import type { Source } from '../sources/source.ts'
import type { PointLedger } from '../sources/upstream/point-ledger.ts'
import type { Cell, EventLog } from './engine.ts'
import { createSharedLedger } from './shared-ledger.ts'
import type { SharedSource } from './shared-source.ts'
import { TRY_AGAIN_MS } from './timing.ts'

export interface OwnSourceDeps {
  config: Config
  fence: { environment: Environment; mayAsk(): boolean; mayHoldSockets(): boolean }
  log: Logger
  history: History
  replay: OpenReplay | null
  eventLog: Pick<EventLog, 'purge'>
  shared: Pick<SharedSource, 'nowMs' | 'clockIsTold'>
  points: Cell
  /** The live socket of line B, if this process has it. */
  takeSocket(): Socket | null
}

/** The upstream source of the leader: behind the fence, with the points of all processes. */
export function createOwnSource(deps: OwnSourceDeps) {
  const { config, fence, log, history, replay, eventLog, shared, points, takeSocket } = deps
  const { environment, mayAsk, mayHoldSockets } = fence
  const { clock } = environment
  let isSimulated = config.upstream ? null : true
  // If this process may hold no socket its epoch is over: requests do not wait, and are refused.
  const isOver = () => !mayHoldSockets()
  // One for all epochs of this process: calls of an earlier one may still be retried.
  const gate = createLocalRateGate({ clock, mayPass: () => isOver() || mayAsk() })

  /** The log is purged if its data are simulated and the source is not, or the reverse. */
  async function learnedSimulated(simulated: boolean): Promise<boolean> {
    isSimulated = simulated
    const matches = await history.memory.learnedSimulated(simulated)
    if (!matches) await eventLog.purge()
    return matches
  }

  /** With the clock offset of the previous leader. */
  async function recall(): Promise<Remembered> {
    const remembered = await history.memory.recall()
    isSimulated ??= remembered.simulated
    return { ...remembered, aheadMs: shared.nowMs() - clock.now() }
  }

  return {
    /** Null until the upstream has responded. */
    isSimulated: () => isSimulated,
    async open(): Promise<Source> {
      // A socket beside a day-old one would be the fourth while line B is open.
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
      return source
    },
  }
}

/** Retries reads: servers that elect a leader do not respond for seconds. */
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
