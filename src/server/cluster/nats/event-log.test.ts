import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock.ts'
import { NATS_SERVER, type NatsServer, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { createKnownStrikes } from '../known-strikes.ts'
import { createLogWriter } from '../log-writer.ts'
import type { LogEntry } from '../messages.ts'
import { connectNats } from './connection.ts'
import { type EventLog, openEventLog } from './event-log.ts'

/** Their consumers are on all three servers. */
const READERS = 8

const clock = systemClock
const log = pino({ enabled: false })
const closing: (() => Promise<void>)[] = []

async function open(nats: NatsServer[], replicas = 3): Promise<EventLog> {
  const settings = { servers: nats.map(({ url }) => url), credentials: null, caFile: null }
  const connection: NatsConnection = await connectNats(settings, clock, log)
  closing.push(() => connection.close())
  const deps = { connection, name: 'test', keepMs: 3_600_000, replicas, clock, log }
  for (;;) {
    try {
      return await openEventLog(deps)
    } catch {
      // Servers that have just begun agree on nothing yet.
      await connection.flush()
    }
  }
}

const entry = (holder: string): LogEntry => ({ of: 'term', holder })

describe.skipIf(NATS_SERVER === null)('the log on three servers', () => {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  it('delivers every message to every reader once and in order, while servers are killed or suspended', async () => {
    const nats = await startNatsServers(3)
    closing.push(async () => void (await Promise.all(nats.map((server) => server.remove()))))
    const written = await open(nats)
    const looks = new Set<() => void>()
    const read = await Promise.all(
      Array.from({ length: READERS }, async () => {
        const holders: string[] = []
        const stop = (await open(nats)).read(1, (_number, entries) => {
          for (const each of entries) if (each.of === 'term') holders.push(each.holder)
          for (const look of looks) look()
        })
        closing.push(async () => stop())
        return holders
      }),
    )
    const writer = createLogWriter({
      eventLog: written,
      known: createKnownStrikes(clock),
      after: 0,
      isHeld: () => true,
      clock,
      log,
      onTooMuch() {},
      onFenced: () => expect.unreachable('no other process writes'),
    })
    closing.push(async () => writer.close())
    const sent: string[] = []
    async function whole(): Promise<void> {
      for (let i = 0; i < 20; i++) {
        sent.push(String(sent.length))
        writer.push(entry(sent.at(-1)!))
        await writer.idle()
      }
      await new Promise<void>((resolve) => {
        const look = () => read.every(({ length }) => length >= sent.length) && resolve()
        looks.add(look)
        look()
      })
      for (const holders of read) expect(holders).toEqual(sent)
    }

    await whole()
    nats[0]!.kill('SIGKILL')
    await whole()
    await nats[0]!.start()
    await whole()
    nats[1]!.kill('SIGSTOP')
    await whole()
    nats[1]!.kill('SIGCONT')
    await whole()
  })

  it('keeps as many copies as there are where a process names fewer servers, as one by a leaf node does', async () => {
    const nats = await startNatsServers(3)
    closing.push(async () => void (await Promise.all(nats.map((server) => server.remove()))))
    await open(nats)
    await open([nats[0]!], 1)
    const connection = await connectNats({ servers: [nats[0]!.url], credentials: null, caFile: null }, clock, log)
    closing.push(() => connection.close())
    const { config } = await (await jetstreamManager(connection)).streams.info('test')
    expect(config.num_replicas).toBe(3)
  })
})
