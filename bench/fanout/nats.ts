import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strikesJson } from '../../src/server/contract/http/records-json.ts'
import { processUsage } from '../lib/machine.ts'
import { createBatches, type SentBatch } from './batches.ts'

export const NATS_MISSING =
  'nats-server is not installed, so its column is left out: apt-get install nats-server, or --nats PATH.'

const SUBJECT = 'strikes'
const PLACES = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server']

/** Third-party programs do not receive our environment, which contains keys. */
const OWN = { PATH: process.env.PATH ?? '' }

/** Where nats-server is; null where it is not. */
export function findNats(path: string | undefined): string | null {
  const runs = (command: string) => spawnSync(command, ['--version'], { env: OWN }).status === 0
  return (path ? [path] : PLACES).find(runs) ?? null
}

/** nats-server with its own WebSocket listener, and a publisher of the batches that our server would send. */
export async function startNats(command: string, rate: number, compressed: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-bench-'))
  const port = await freePort()
  const wsPort = await freePort()
  const config = join(folder, 'nats.conf')
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\nmax_connections: 100000\nwebsocket { listen: "127.0.0.1:${wsPort}", no_tls: true, compression: ${compressed} }\n`,
  )
  const child: ChildProcess = spawn(command, ['-c', config], { stdio: 'ignore', env: OWN })
  const kill = () => void child.kill()
  process.once('exit', kill)
  const publisher = await untilConnected(port)
  publisher.write('CONNECT {"verbose":false}\r\n')
  publisher.on('data', (bytes) => {
    if (String(bytes).includes('PING')) publisher.write('PONG\r\n')
  })
  const batches = await createBatches(rate, (records) => {
    const text = `{"type":"new_strikes","data":${strikesJson(records)}}`
    publisher.write(`PUB ${SUBJECT} ${Buffer.byteLength(text)}\r\n${text}\r\n`)
  })

  return {
    port: wsPort,
    start: batches.start,
    halt: batches.stop,
    sent: (): SentBatch[] => batches.sent(),
    usage: () => processUsage(child.pid!),
    collectGarbage() {},
    stop() {
      batches.stop()
      publisher.destroy()
      process.off('exit', kill)
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The first message of a subscriber. */
export const NATS_GREETING = `CONNECT {"verbose":false,"pedantic":false}\r\nSUB ${SUBJECT} 1\r\n`

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function untilConnected(port: number): Promise<Socket> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
        socket.once('error', reject)
      })
    } catch (error) {
      if (attempt >= 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
