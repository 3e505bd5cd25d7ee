import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NodeProcess, runProgram } from '../server-process.ts'
import { openWay, type Way } from './way.ts'

const PLACES = [
  process.env.NATS_SERVER_PATH,
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
]

/** Where nats-server is installed; null where it is not. */
export const NATS_SERVER = PLACES.find((path) => path && existsSync(path)) ?? null

export type NatsServer = ReturnType<typeof natsServer>

/** `count` servers on free ports of the loopback. More than one form a cluster, with a way from each to each. `config`: added to theirs. */
export async function startNatsServers(count: number, config = ''): Promise<NatsServer[]> {
  const ports = await Promise.all(Array.from({ length: 2 * count }, freePort))
  const clusterPorts = ports.slice(count)
  const ways = await Promise.all(
    clusterPorts.map((_, from) => Promise.all(clusterPorts.map((port, to) => (from === to ? null : openWay(port))))),
  )
  const servers = clusterPorts.map((port, i) => {
    const out = ways[i]!.filter((way) => way !== null)
    const into = ways.flatMap((row) => row[i] ?? [])
    const routes = out.map((way) => `nats://127.0.0.1:${way.port}`).join()
    // Nowhere: the other servers use their ways instead.
    const alone = ['--no_advertise=true', '--cluster_advertise', '127.0.0.1:1']
    const cluster = ['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${port}`, '--routes', routes, ...alone]
    const args = ['-n', `n${i}`, ...(count > 1 ? cluster : [])]
    return natsServer({ port: ports[i]!, config, args, routes: [...out, ...into] })
  })
  await Promise.all(servers.map((server) => server.start()))
  return servers
}

/** A nats-server process with JetStream. Its files are kept until `remove`. */
function natsServer(options: { port: number; args: string[]; config: string; routes: readonly Way[] }) {
  const { port, args, config, routes } = options
  const folder = mkdtempSync(join(tmpdir(), 'brontide-nats-'))
  const file = join(folder, 'nats.conf')
  writeFileSync(file, config)
  const command = [NATS_SERVER!, '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, '-c', file, ...args]
  let running: NodeProcess | null = null

  async function end(): Promise<void> {
    running?.kill('SIGKILL')
    await running?.ended
  }

  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    /** The ways between it and the others. */
    routes,
    kill: (signal: NodeJS.Signals) => running?.kill(signal),
    /** Starts it again on the same port and files. */
    async start(): Promise<void> {
      await end()
      running = runProgram(command)
      await running.heard(/Server is ready/, 'err')
    },
    /** Ends it and deletes its files. */
    async remove(): Promise<void> {
      await end()
      for (const way of routes) await way.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Below ephemeral ports. */
const PORTS = { from: 10_000, to: 32_000 }

/** A free port for a server that is restarted on it. Not an ephemeral port: an outgoing connection could get it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
