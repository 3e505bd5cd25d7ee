import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dieWithParent } from '../server-process.ts'
import { listenOnLoopback } from './listen.ts'

const PLACES = [
  process.env.NATS_SERVER_PATH,
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
]

/** Where nats-server is installed; null where it is not. */
export const NATS_SERVER = PLACES.find((path) => path && existsSync(path)) ?? null

/** A nats-server of its own process, with JetStream on files that outlive it until `remove`. */
export interface NatsServer {
  url: string
  pid(): number
  kill(signal: NodeJS.Signals): void
  /** Starts it again on the same port and files. */
  start(): Promise<void>
  /** Ends it and takes its files away. */
  remove(): Promise<void>
}

/** So many servers on free ports of the loopback; more than one form a cluster. */
export async function startNatsServers(count: number): Promise<NatsServer[]> {
  const ports = await Promise.all(Array.from({ length: 2 * count }, freePort))
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`)
  const servers = routes.map((route, i) => {
    const cluster = count > 1 ? ['--cluster_name', 'test', '--cluster', route, '--routes', routes.join()] : []
    return natsServer(ports[i]!, ['-n', `n${i}`, ...cluster])
  })
  await Promise.all(servers.map((server) => server.start()))
  return servers
}

function natsServer(port: number, args: string[]): NatsServer {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-nats-'))
  let child: ChildProcess | null = null

  async function end(): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill('SIGKILL')
    await ended
  }

  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child!.pid!,
    kill: (signal) => void child?.kill(signal),
    async start() {
      await end()
      const all = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, ...args]
      const started = spawn(NATS_SERVER!, all, { stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      dieWithParent(started)
      await new Promise<void>((resolve, reject) => {
        let said = ''
        started.stderr.on('data', (data) => {
          said += data
          if (said.includes('Server is ready')) resolve()
        })
        started.once('exit', () => reject(new Error(`nats-server ended: ${said}`)))
      })
    },
    async remove() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  server.close()
  await once(server, 'close')
  return port
}
