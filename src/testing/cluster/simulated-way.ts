import type { Environment, Socket } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { type Random, seededRandom } from '../../core/util/random.ts'
import type { Cell, EventLog } from '../../server/cluster/engine.ts'
import type { Channel } from '../../server/web/channel.ts'
import { socketBefore } from '../fakes/fake-socket.ts'
import { createFakeCell } from './fake-cell.ts'
import { createFakeChannels } from './fake-channel.ts'
import { createFakeEventLog } from './fake-event-log.ts'
import type { createFakeUpstream } from './fake-upstream.ts'

/** As long as a request of NATS waits for its answer. */
const REQUEST_MS = 1_000
const PUMP_EVERY_MS = 50
/** The longest time between the check of a request and its arrival at the upstream. */
const IN_TRANSIT_MS = 900
const FAILED_PERCENT = 10

/** NATS in memory. */
export function createSharedEngine() {
  return {
    cells: { leader: createFakeCell(), second: createFakeCell(), points: createFakeCell() },
    ...createFakeEventLog(),
    openWay: createFakeChannels(),
    /** The processes that answer the questions of others. */
    answering: new Set<unknown>(),
  }
}

/** Present faults of a process. */
const FAULTS = {
  /** It is suspended; its sockets stay open. */
  isAsleep: false,
  /** It has ended, and its sockets are closed. */
  isCrashed: false,
  /** No message from or to NATS arrives. */
  isPartitioned: false,
  /** Cells and log do not respond; messages between processes arrive. */
  isElecting: false,
  /** Every NATS server refuses connections. */
  isEngineGone: false,
  /** Share of lost messages and responses. */
  lossPercent: 0,
  /** The longest that a message or an answer takes, ms. */
  latencyMs: 20,
}
export type WayFaults = typeof FAULTS

export type SimulatedWay = ReturnType<typeof createSimulatedWay>

/**
 * How one process reaches the engine, the upstream and its own timers: with latency, loss, and all that may be wrong. Messages to a process
 * that is asleep wait for it, as in a buffer of its system.
 */
export function createSimulatedWay(to: {
  clock: Clock
  random: Random
  engine: ReturnType<typeof createSharedEngine>
  upstream: Pick<ReturnType<typeof createFakeUpstream>, 'environment'>
}) {
  const { clock: base, random, engine } = to
  const faults = { ...FAULTS }
  const waiting: (() => void)[] = []

  /** Runs it once the process is awake; never where it crashed. */
  function whenAwake(run: () => void): void {
    if (faults.isCrashed) return
    if (faults.isAsleep) waiting.push(run)
    else run()
  }

  /** A timer of the process, which is due once after a sleep. */
  function timer(start: (due: () => void) => () => void, run: () => void): () => void {
    let isDue = false
    let isStopped = false
    const stop = start(() => {
      if (isDue) return
      isDue = true
      whenAwake(() => {
        isDue = false
        if (!isStopped) run()
      })
    })
    return () => {
      isStopped = true
      stop()
    }
  }
  const clock: Clock = {
    ...base,
    after: (delayMs, run) => timer((due) => base.after(delayMs, due), run),
    every: (intervalMs, run) => timer((due) => base.every(intervalMs, due), run),
  }

  const pass = () => delay(base, Math.ceil(random() * faults.latencyMs))
  const isCut = () => faults.isPartitioned || faults.isEngineGone
  const isSilent = () => faults.isElecting || isCut()
  const isLost = () => isCut() || random() * 100 < faults.lossPercent

  /** A request may arrive although its response is lost, also after its timeout. */
  function request<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      base.after(REQUEST_MS, () => whenAwake(() => reject(new Error('no answer in time'))))
      const there = async () => {
        await pass()
        if (faults.isElecting || isLost()) return
        const answer = await ask()
        await pass()
        if (!isLost()) whenAwake(() => resolve(answer))
      }
      there().catch(reject)
    })
  }

  function reachCell(open: ReturnType<typeof createFakeCell>): Cell {
    const { cell } = open()
    return { read: () => request(cell.read), write: (...what) => request(() => cell.write(...what)) }
  }

  const { channel: openChannel } = engine.openWay()
  function reachChannel<T>(name: string): Channel<T> {
    const channel = openChannel<T>(name)
    return {
      say(value) {
        if (isLost()) return
        const said = structuredClone(value)
        void pass().then(() => isLost() || channel.say(said))
      },
      on: (listener) =>
        channel.on((value, by) => {
          if (!isLost()) whenAwake(() => listener(value, by))
        }),
    }
  }

  function onQuestion(answer: unknown): () => void {
    engine.answering.add(answer)
    return () => void engine.answering.delete(answer)
  }

  const eventLog: EventLog = {
    ...engine.log,
    bounds: () => request(engine.log.bounds),
    append: (...what) => request(() => engine.log.append(...what)),
    read(from, take) {
      const unread: Parameters<typeof take>[] = []
      const stopReading = engine.log.read(from, (...message) => unread.push(message))
      const stop = base.every(PUMP_EVERY_MS, () => {
        const mayRead = () => !(faults.isAsleep || faults.isCrashed || isSilent())
        while (mayRead() && unread.length > 0) take(...unread.shift()!)
      })
      return () => {
        stopReading()
        stop()
        unread.length = 0
      }
    },
  }

  const { environment: there } = to.upstream
  const sockets = new Set<Socket>()
  const transit = seededRandom(1)
  function openSocket(url: string, headers: Record<string, string>): Socket {
    const inner = there.openSocket(url, headers)
    sockets.add(inner)
    return socketBefore(inner, whenAwake)
  }
  const awake = () => new Promise<void>((resolve) => whenAwake(resolve))
  /** Connecting takes time, and the fence is checked again after it. */
  const guarded: Environment['guarded'] = (mayReach) => ({
    openSocket,
    async fetch(url, init) {
      await delay(base, Math.ceil(random() * 80))
      await awake()
      if (!mayReach()) throw new TypeError('the request may no longer be sent')
      await delay(base, Math.ceil(transit() * IN_TRANSIT_MS))
      const answer = await there.fetch(url, init)
      await awake()
      return transit() * 100 < FAILED_PERCENT ? new Response('', { status: 503 }) : answer
    },
  })

  const { leader, second, points } = engine.cells
  return {
    faults,
    clock,
    cells: { leader: reachCell(leader), second: reachCell(second), points: reachCell(points) },
    bus: { channel: reachChannel, onQuestion },
    eventLog,
    /** Its sockets at the upstream, also closed ones. */
    sockets,
    environment: { clock, random: () => 0.5, fetch: there.fetch, openSocket, guarded } satisfies Environment,
    wake(): void {
      faults.isAsleep = false
      for (const run of waiting.splice(0)) whenAwake(run)
    },
    crash(): void {
      faults.isCrashed = true
      for (const socket of sockets) socket.close()
    },
  }
}
