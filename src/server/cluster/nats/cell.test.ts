import { RequestError } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { delay, systemClock } from '../../../core/time/clock.ts'
import { NATS_SERVER, type NatsServer, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { type Cell, openCell } from './cell.ts'
import { connectNats } from './connection.ts'

const CONTENDERS = 4
const ROUNDS = 100

const closing: (() => Promise<void>)[] = []

/** Servers that have just made a stream may not have heard of each other's yet: then nobody was asked to write. */
async function writeWhereHeard(cell: Cell, ...what: Parameters<Cell['write']>): Promise<number | null> {
  for (;;) {
    try {
      return await cell.write(...what)
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof RequestError && cause.isNoResponders())) throw error
      await cell.read()
    }
  }
}

async function open(nats: NatsServer[], answered = () => {}): Promise<Cell> {
  const settings = { servers: nats.map(({ url }) => url), credentials: null, caFile: null }
  const connection = await connectNats(settings, systemClock, pino({ enabled: false }))
  closing.push(() => connection.close())
  for (;;) {
    try {
      const cell = await openCell({ connection, name: 'cell', replicas: 3, answered })
      return { ...cell, write: (...what) => writeWhereHeard(cell, ...what) }
    } catch {
      // Servers that have just begun agree on nothing yet.
      await connection.flush()
    }
  }
}

describe.skipIf(NATS_SERVER === null)('a cell on three servers', () => {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  it('is not answered where a server has lost the others, though it says so', async () => {
    const nats = await startNatsServers(3)
    closing.push(async () => void (await Promise.all(nats.map((server) => server.remove()))))
    let answers = 0
    const cell = await open(nats.slice(0, 1), () => void answers++)
    await cell.write('here', null)
    expect(answers).toBeGreaterThan(0)
    for (const server of nats.slice(1)) server.kill('SIGKILL')
    const lookedAt = () => cell.read().then(String, (error: Error) => error.message)
    while (!(await lookedAt()).includes('temporarily unavailable')) await delay(systemClock, 50)
    answers = 0
    expect([await lookedAt(), answers]).toEqual(['JetStream system temporarily unavailable', 0])
  })

  it('is written by one of those who write at once, from the first time on', async () => {
    const nats = await startNatsServers(3)
    closing.push(async () => void (await Promise.all(nats.map((server) => server.remove()))))
    const cells = await Promise.all(Array.from({ length: CONTENDERS }, () => open(nats)))
    for (let round = 0; round < ROUNDS; round++) {
      const stands = await cells[0]!.read()
      const written = await Promise.all(cells.map((cell, i) => cell.write(`${round} ${i}`, stands?.revision ?? null)))
      const [winner, ...others] = written.flatMap((revision, i) => (revision === null ? [] : [i]))
      expect(others).toEqual([])
      expect(await cells[0]!.read()).toEqual({ text: `${round} ${winner}`, revision: written[winner!] })
    }
  })
})
