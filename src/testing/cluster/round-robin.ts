import { get } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { systemClock } from '../../core/time/clock.ts'
import { listenOnLoopback } from './listen.ts'

const LOOK_EVERY_MS = 500
const ANSWERS_WITHIN_MS = 700
/** Failed probes after which connections to that process are closed. */
const MISSED_MOST = 2

export type RoundRobin = Awaited<ReturnType<typeof openRoundRobin>>

interface Target {
  port: number
  missed: number
  /** By its last answer, null before the first one: unless it is false, it gets connections. Those that it has stay. */
  isReady: boolean | null
  sockets: Set<Socket>
}

/** A proxy that sends each connection to the next ready process. It probes each twice a second, and closes connections to dead ones. If no process is ready, all are tried. */
export async function openRoundRobin() {
  let targets: Target[] = []
  let turn = 0

  /** Connects to the next process that has not refused it. */
  function pass(from: Socket, refusedBy: readonly Target[] = []): void {
    const left = targets.filter((each) => each.missed < MISSED_MOST && !refusedBy.includes(each))
    const ready = left.filter(({ isReady }) => isReady !== false)
    const next = ready.length > 0 ? ready : left
    const target = next[turn++ % next.length]
    if (!target) return void from.destroy()
    const to = connect(target.port, '127.0.0.1')
    let isThrough = false
    to.once('connect', () => {
      isThrough = true
      target.sockets.add(from)
      from.pipe(to).pipe(from)
    })
    to.on('error', () => {})
    to.once('close', () => {
      target.sockets.delete(from)
      // Where nothing listens the next one is tried, as nginx (`proxy_next_upstream error`) and HAProxy (`redispatch`) do.
      if (isThrough || from.destroyed) from.destroy()
      else pass(from, [...refusedBy, target])
    })
    from.once('close', () => to.destroy())
  }

  const server = createServer((from) => {
    from.on('error', () => {})
    pass(from)
  })
  const port = await listenOnLoopback(server)

  function look(target: Target): void {
    const request = get({ host: '127.0.0.1', port: target.port, path: '/readyz', agent: false }, (answer) => {
      answer.resume()
      target.missed = 0
      target.isReady = answer.statusCode === 200
    })
    request.setTimeout(ANSWERS_WITHIN_MS, () => request.destroy(new Error('it does not answer')))
    request.on('error', () => {
      if (++target.missed !== MISSED_MOST) return
      for (const socket of target.sockets) socket.destroy()
    })
  }
  const stopLooking = systemClock.every(LOOK_EVERY_MS, () => targets.forEach(look))

  return {
    port,
    /** The processes from now on, by the ports that they listen on. */
    serve(ports: readonly number[]): void {
      const opened = (port: number): Target => ({ port, missed: 0, isReady: null, sockets: new Set() })
      targets = ports.map((each) => targets.find(({ port }) => port === each) ?? opened(each))
    },
    /** The port of the process that serves the connection from that client port. */
    servedBy: (callerPort: number) =>
      targets.find(({ sockets }) => [...sockets].some(({ remotePort }) => remotePort === callerPort))?.port ?? null,
    areAllReady: () => targets.every(({ isReady, missed }) => isReady && missed === 0),
    async close() {
      stopLooking()
      for (const { sockets } of targets) for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
