import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { NATS_SERVER, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { connectNats } from './connection.ts'
import { openKeptStream } from './kept-stream.ts'

const closing: (() => Promise<void>)[] = []

describe.skipIf(NATS_SERVER === null)('what is kept together, on a server', () => {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  it('has the last of each key, written by one of those who write at once, until it is let go of', async () => {
    const [nats] = await startNatsServers(1)
    closing.push(() => nats!.remove())
    const settings = { servers: [nats!.url], credentials: null, caFile: null }
    const connection = await connectNats(settings, systemClock, pino({ enabled: false }))
    closing.push(() => connection.close())
    const open = () => openKeptStream({ connection, name: 'kept', keepMs: HOUR_MS, replicas: 1 })
    const store = await open()
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect([await store.keys(), await store.get('strikes.7'), await store.last()]).toEqual([[], null, 0])
    expect(await store.put('strikes.7', bytes('a'), 0)).toBe(1)
    expect(await store.put('strikes.8', bytes('b'), 1)).toBe(2)
    const other = await open()
    const written = await Promise.all([store.put('strikes.7', bytes('c'), 2), other.put('strikes.7', bytes('d'), 2)])
    expect(written.toSorted()).toEqual([3, null])
    expect((await other.keys()).sort()).toEqual(['strikes.7', 'strikes.8'])
    expect(Buffer.from((await other.get('strikes.7'))!).toString()).toBe(written[0] === 3 ? 'c' : 'd')
    await store.purge()
    expect([await store.keys(), await store.get('strikes.8'), await store.last()]).toEqual([[], null, 3])
  })
})
