import type { Environment, Socket } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { type Random, seededRandom } from '../../core/util/random.ts'
import type { Cell } from '../../server/cluster/engine.ts'
import type { Channel } from '../../server/web/channel.ts'
import type { createSharedEngine } from './cluster-process.ts'
import type { createFakeUpstream } from './fake-upstream.ts'

type Engine = ReturnType<typeof createSharedEngine>

/** As long as a request of NATS waits for its answer. */
const REQUEST_MS = 1_000
const PUMP_EVERY_MS = 50
/** The longest time between the check of a request and its arrival at the upstream. */
const IN_TRANSIT_MS = 900
const FAILED_PERCENT = 10

/** Present faults of a process. */
export interface WayFaults {
  /** It is suspended; its sockets stay open. */
  isAsleep: boolean
  /** It has ended, and its sockets are closed. */
  isCrashed: boolean
  /** No message from or to NATS arrives. */
  isPartitioned: boolean
  /** Cells and log do not respond; messages between processes arrive. */
  isElecting: boolean
  /** Share of lost messages and responses. */
  lossPercent: number
  /** The longest that a message or an answer takes, ms. */
  latencyMs: number
}

/**
 * How one process reaches the engine, the upstream and its own timers: with latency, loss, and all that may be wrong. Messages to a process
 * that is asleep wait for it, as in a buffer of its system.
 */
export function createSimulatedWay(base: Clock, random: Random) {
  const faults: WayFaults = {
    isAsleep: false,
    isCrashed: false,
    isPartitioned: false,
    isElecting: false,
    lossPercent: 0,
    latencyMs: 20,
  }
  const waiting: (() => void)[] = []

  /** Runs it once the process is awake; never where it crashed. */
  function whenAwake(run: () => void): void {
    if (faults.isCrashed) return
    if (faults.isAsleep) waiting.push(run)
    else run()
  }

  function wake(): void {
    faults.isAsleep = false
    for (const run of waiting.splice(0)) whenAwake(run)
  }

  const clock: Clock = {
    ...base,
    after: (delayMs, run) => {
      let isCancelled = false
      const cancel = base.after(delayMs, () => whenAwake(() => isCancelled || run()))
      return () => {
        isCancelled = true
        cancel()
      }
    },
    every(intervalMs, run) {
      let isDue = false
      let isStopped = false
      const stop = base.every(intervalMs, () => {
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
    },
  }

  const pass = () => delay(base, Math.ceil(random() * faults.latencyMs))
  const isLost = () => faults.isPartitioned || random() * 100 < faults.lossPercent

  /** A request may arrive although its response is lost, also after its timeout. */
  function request<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      base.after(REQUEST_MS, () => whenAwake(() => reject(new Error('no answer in time'))))
      const isUnanswered = () => faults.isElecting || isLost()
      const there = async () => {
        await pass()
        if (isUnanswered()) return
        const answer = await ask()
        await pass()
        if (!isLost()) whenAwake(() => resolve(answer))
      }
      there().catch(reject)
    })
  }

  const way = (openCell: Engine['cells']['leader']): Engine['cells']['leader'] => {
    const open = () => {
      const { cell, faults } = openCell()
      const reached: Cell = {
        read: () => request(cell.read),
        write: (text, revision) => request(() => cell.write(text, revision)),
      }
      return { cell: reached, faults }
    }
    return Object.assign(open, { loseLatest: openCell.loseLatest })
  }

  function channelOf<T>(channel: Channel<T>): Channel<T> {
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

  function readLog(log: Engine['log']): Engine['log']['read'] {
    return (from, take) => {
      const unread: Parameters<typeof take>[] = []
      let isStopped = false
      const stopReading = log.read(from, (...message) => unread.push(message))
      const stop = base.every(PUMP_EVERY_MS, () => {
        const mayRead = () =>
          !(isStopped || faults.isAsleep || faults.isCrashed || faults.isPartitioned || faults.isElecting)
        while (mayRead() && unread.length > 0) take(...unread.shift()!)
      })
      return () => {
        isStopped = true
        stopReading()
        stop()
      }
    }
  }

  return {
    faults,
    clock,
    wake,
    /** NATS by this connection. */
    reach(engine: Engine): Engine {
      const { channel, faults: channelFaults, by } = engine.openWay()
      const { log } = engine
      return {
        ...engine,
        cells: { leader: way(engine.cells.leader), second: way(engine.cells.second), points: way(engine.cells.points) },
        openWay: () => ({ channel: (of) => channelOf(channel(of)), faults: channelFaults, by }),
        log: {
          ...log,
          bounds: () => request(log.bounds),
          append: (entries, after, id) => request(() => log.append(entries, after, id)),
          read: readLog(log),
        },
      }
    },
    /** The upstream: connecting takes time, and the fence is checked again after it. */
    upstream({ environment }: Pick<ReturnType<typeof createFakeUpstream>, 'environment'>) {
      const sockets = new Set<Socket>()
      const transit = seededRandom(1)
      function openSocket(url: string, headers: Record<string, string>): Socket {
        const inner = environment.openSocket(url, headers)
        sockets.add(inner)
        const outer: Socket = {
          onopen: null,
          onmessage: null,
          onclose: null,
          send: (text) => inner.send(text),
          close: (code, reason) => inner.close(code, reason),
        }
        inner.onopen = () => whenAwake(() => outer.onopen?.())
        inner.onmessage = (text) => whenAwake(() => outer.onmessage?.(text))
        inner.onclose = (code, reason) => whenAwake(() => outer.onclose?.(code, reason))
        return outer
      }
      async function connect(mayReach: () => boolean): Promise<void> {
        await delay(base, Math.ceil(random() * 80))
        await new Promise<void>((resolve) => whenAwake(resolve))
        if (!mayReach()) throw new TypeError('the request may no longer be sent')
      }
      const reached: Pick<Environment, 'fetch' | 'openSocket' | 'guarded'> = {
        fetch: environment.fetch,
        openSocket,
        guarded: (mayReach) => ({
          openSocket,
          async fetch(url, init) {
            await connect(mayReach)
            await delay(base, Math.ceil(transit() * IN_TRANSIT_MS))
            const answer = await environment.fetch(url, init)
            await new Promise<void>((resolve) => whenAwake(resolve))
            return transit() * 100 < FAILED_PERCENT ? new Response('', { status: 503 }) : answer
          },
        }),
      }
      return {
        environment: reached,
        closeAll() {
          for (const socket of sockets) socket.close()
        },
      }
    },
  }
}
