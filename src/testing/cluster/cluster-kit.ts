import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { REPOSITORY, runNode, type ServerProcess, startServerProcess, temporaryRoot } from '../server-process.ts'
import { type NatsServer, startNatsServers } from './nats-server.ts'

const UPSTREAM_KEY = 'sk-of-the-cluster'
const TRUTH_KEY = 'sk-of-the-test'
const VIEWER_KEY = 'sk-of-a-viewer'

const CLOSE_FRAME = 0x88

/** What the upstream has to do with the cluster. */
export interface UpstreamWatch {
  /** The most sockets that it held at a time. */
  socketsMost: number
}

/** NATS servers, a simulator with its limits on and a watcher before it, and Brontides that share the two. */
export async function startCluster(options: {
  natsServers: number
  rate?: number
  /** Told of each request that reaches the upstream. */
  onRequest?: () => void
}) {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-cluster-'))
  const root = temporaryRoot()
  const keys = join(folder, 'keys')
  writeFileSync(keys, `viewer: ${VIEWER_KEY}\n`, { mode: 0o600 })
  const nats = await startNatsServers(options.natsServers)
  const simulator = runNode(
    join(REPOSITORY, 'src/server/simulator.ts'),
    {},
    {
      args: ['--port', '0', '--json', '--rate', String(options.rate ?? 60), '--key', UPSTREAM_KEY, '--key', TRUTH_KEY],
    },
  )
  const simulatorPort = JSON.parse(await simulator.heard(/\{.*\}/)).port as number
  const watched = await watchUpstream(simulatorPort, options.onRequest ?? (() => {}))
  const processes: ServerProcess[] = []
  let count = 0

  return {
    nats,
    watch: watched.watch,
    /** Another Brontide, with an empty disk unless `dataDir` is one that was used. */
    start(dataDir = join(folder, `data-${count++}`)): ServerProcess {
      const started = startServerProcess(root, {
        UPSTREAM_BASE_URL: `http://127.0.0.1:${watched.port}`,
        UPSTREAM_SPECIAL_URL: `http://127.0.0.1:${watched.port}`,
        UPSTREAM_SPECIAL_WS_URL: `ws://127.0.0.1:${watched.port}`,
        UPSTREAM_API_KEY: UPSTREAM_KEY,
        NATS_URL: nats.map(({ url }: NatsServer) => url).join(),
        TOKEN_SECRET: 'the same for each of those that share',
        RELAY_KEYS_FILE: keys,
        DATA_DIR: dataDir,
      })
      processes.push(started)
      return started
    },
    /** All that the upstream sends from now on, heard beside the cluster. */
    truth: () => collectStrikes(`ws://127.0.0.1:${simulatorPort}`, TRUTH_KEY),
    /** With `since`: from the strike of that time on. */
    viewer: (url: string, since?: string) => collectStrikes(url.replace('http', 'ws'), VIEWER_KEY, since),
    ask: (url: string) => fetch(url, { headers: { authorization: `Bearer ${VIEWER_KEY}` } }),
    async close() {
      for (const each of processes) each.kill('SIGKILL')
      await Promise.all(processes.map(({ ended }) => ended))
      simulator.kill('SIGKILL')
      await simulator.ended
      await watched.close()
      for (const server of nats) await server.remove()
      for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** A lightning socket and all strikes that came by it, each by its exact time and place. */
export interface Collector {
  /** How often each came, by its digits. */
  strikes: Map<string, number>
  /** Resolves once `test` says so; looked at with each message. */
  until(test: () => boolean): Promise<void>
  /** The states of the line, as they were told. */
  states: boolean[]
  closed: Promise<number>
  close(): void
}

async function collectStrikes(url: string, key: string, since?: string): Promise<Collector> {
  const socket = new WebSocket(url + LIGHTNING_PATHS.socket, { headers: { authorization: `Bearer ${key}` } })
  const strikes = new Map<string, number>()
  const states: boolean[] = []
  const looks = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  let isSubscribed = false
  socket.on('open', () => socket.send(`{"action":"subscribe"${since === undefined ? '' : `,"since":${since}`}}`))
  socket.on('message', (data) => {
    const message = parseJsonExact(String(data)) as { type: string; data?: StrikeRecord[]; live?: boolean }
    if (message.type === 'subscribed') isSubscribed = true
    if (message.type === 'source_status') states.push(message.live === true)
    for (const strike of message.type === 'new_strikes' ? (message.data ?? []) : []) {
      const digits = identityOf(strike)
      strikes.set(digits, (strikes.get(digits) ?? 0) + 1)
    }
    for (const look of looks) look()
  })
  const collector: Collector = {
    strikes,
    states,
    until: (test) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!test()) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
        closed.then((code) => reject(new Error(`The socket was closed with ${code}.`)))
      }),
    closed,
    close: () => socket.close(),
  }
  await collector.until(() => isSubscribed)
  return collector
}

export function identityOf({ time, lat, lon }: StrikeRecord): string {
  return `${time} ${lat} ${lon}`
}

/** Passes everything on to the simulator, and takes note of it. */
async function watchUpstream(port: number, onRequest: () => void) {
  const watch: UpstreamWatch = { socketsMost: 0 }
  const sockets = new Set<Socket>()
  const open = new Set<Socket>()
  const server: Server = createServer((incoming, answer) => {
    onRequest()
    const { method, headers, url } = incoming
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (response: IncomingMessage) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const through = connect(port, '127.0.0.1')
    const raw = incoming.rawHeaders
    const lines = Array.from({ length: raw.length / 2 }, (_, i) => `${raw[2 * i]}: ${raw[2 * i + 1]}`)
    through.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    through.write(head)
    socket.pipe(through).pipe(socket)
    let heard = Buffer.alloc(0)
    const listen = (data: Buffer) => {
      heard = Buffer.concat([heard, data])
      const frame = heard.indexOf('\r\n\r\n') + 4
      if (frame < 4 || heard.length <= frame) return
      through.off('data', listen)
      // One too many is told so by its first frame, and is none of those that it holds.
      if (heard[frame] !== CLOSE_FRAME) open.add(socket)
      watch.socketsMost = Math.max(watch.socketsMost, open.size)
    }
    through.on('data', listen)
    const end = () => {
      open.delete(socket)
      socket.destroy()
      through.destroy()
    }
    for (const each of [socket, through]) each.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    watch,
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
