import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { delay, systemClock } from '../../../core/time/clock.ts'
import { NATS_SERVER, type NatsServer, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { type Cell, openCell } from './cell.ts'
import { connectNats } from './connection.ts'

const log = pino({ enabled: false })
const closing: (() => Promise<void>)[] = []

async function open(nats: NatsServer[], answered = () => {}): Promise<Cell> {
  const settings = { servers: nats.map(({ url }) => url), credentials: null, caFile: null }
  const connection = await connectNats(settings, systemClock, log)
  closing.push(() => connection.close())
  for (;;) {
    try {
      return await openCell({ connection, name: 'cell', replicas: 3, answered, clock: systemClock, log })
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
    await cell.read()
    expect(answers).toBeGreaterThan(0)
    for (const server of nats.slice(1)) server.kill('SIGKILL')
    const lookedAt = () => cell.read().then(String, (error: Error) => error.message)
    while (!(await lookedAt()).includes('temporarily unavailable')) await delay(systemClock, 50)
    answers = 0
    expect([await lookedAt(), answers]).toEqual(['JetStream system temporarily unavailable', 0])
  })
})
