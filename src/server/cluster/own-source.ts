import type { Logger } from 'pino'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Environment, Socket } from '../../client/session/environment.ts'
import { CLOSE_TOO_MANY_SOCKETS } from '../../contract/close-codes.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Config } from '../config.ts'
import type { History } from '../history/history.ts'
import { openSource } from '../open-source.ts'
import type { Source, SourceCounters } from '../sources/source.ts'
import type { Remembered } from '../sources/source-memory.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import type { PointLedger } from '../sources/upstream/point-ledger.ts'
import type { Cell } from './nats/cell.ts'
import type { EventLog } from './nats/event-log.ts'
import { createSharedLedger } from './shared-ledger.ts'
import type { SharedSource } from './shared-source.ts'

/** The leader has the lightning socket of line A and the METAR socket; the third of the application's is line B. */
const SOCKETS_OF_LEADER = 2
const TRY_AGAIN_MS = 200

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
      // Where this process may hold no socket the term is over, and nothing waits: all of it is refused.
      const isOver = () => !mayHoldSockets()
      const gate = createLocalRateGate({ clock, mayPass: () => isOver() || mayAsk() })
      const openSocket = createLeaderSockets(environment.openSocket, takeSocket)
      const { source } = await openSource({
        ...{ config, log, replay, environment: { ...environment, openSocket } },
        history: { memory: { ...history.memory, recall, learnedSimulated }, notes: history.notes },
        handedOver: {
          ...{ gate, ledger: readUntilOver(createSharedLedger({ cell: points, clock, log }), isOver, clock) },
          takeOver: shared.clockIsTold(),
        },
      })
      return Object.create(source, { counters: { value: async () => withOthers(await source.counters()) } })
    },
  }
}

/** Opens no third socket: one that is a day old is replaced after its end, while line B, or REST, covers for it. */
function createLeaderSockets(
  openSocket: Environment['openSocket'],
  takeSocket: () => Socket | null,
): Environment['openSocket'] {
  const held = new Set<Socket>()
  return (url, headers) => {
    if (held.size >= SOCKETS_OF_LEADER) return refusedSocket()
    const inner = (url.endsWith(LIGHTNING_PATHS.socket) ? takeSocket() : null) ?? openSocket(url, headers)
    const outer: Socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      onpong: null,
      send: (text) => inner.send(text),
      close(code, reason) {
        held.delete(outer)
        inner.close(code, reason)
      },
      ...(inner.ping && { ping: () => inner.ping?.() }),
    }
    inner.onopen = () => outer.onopen?.()
    inner.onmessage = (text) => outer.onmessage?.(text)
    inner.onpong = () => outer.onpong?.()
    inner.onclose = (code, reason) => {
      held.delete(outer)
      outer.onclose?.(code, reason)
    }
    held.add(outer)
    return outer
  }
}

function refusedSocket(): Socket {
  const socket: Socket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null }
  queueMicrotask(() => socket.onclose?.(CLOSE_TOO_MANY_SOCKETS, 'the leader has two sockets'))
  return socket
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
