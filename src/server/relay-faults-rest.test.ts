import { describe, expect, it } from 'vitest'
import { closeWorldsAfterEach, expectWhole, MINUTE, runWorld, SECOND } from '../testing/wire/fault-kit.ts'
import type { DialFault, RestFault } from '../testing/wire/wire.ts'

closeWorldsAfterEach()

describe('REST', () => {
  const faults: RestFault[] = [
    { status: 429 },
    { status: 429, retryAfter: '20' },
    { status: 429, retryAfter: '3600' },
    { status: 500 },
    { status: 502, html: true },
    { status: 503, retryAfter: '20' },
    { status: 404, html: true },
    { status: 401 },
    'html',
    'envelope',
    'truncated',
    'garbled',
    'empty',
    'hang',
    'hang-in-body',
    'reset',
  ]
  for (const fault of faults) {
    it(`${JSON.stringify(fault)} for 5 s and 100 s after breaks delays the joins, and loses nothing`, async () => {
      const world = await runWorld()
      for (const seconds of [5, 100]) {
        world.line.rest = fault
        world.line.cut()
        await world.pass(seconds * SECOND)
        world.line.rest = null
        await expectWhole(world)
      }
    })
  }
})

describe('a handshake', () => {
  const faults: DialFault[] = [
    'silent',
    'refused',
    ...[301, 401, 403, 429, 500, 502, 503].map((status) => ({ status })),
  ]
  for (const fault of faults) {
    it(`${JSON.stringify(fault)} for 6 min loses nothing, since REST is polled meanwhile`, async () => {
      const world = await runWorld()
      world.line.dial = fault
      world.line.cut()
      await world.pass(6 * MINUTE)
      world.line.dial = null
      await expectWhole(world)
    })
  }

  it('rejected with the key (4001, 401) for four minutes loses nothing', async () => {
    const world = await runWorld()
    world.upstream.acceptsKey = false
    world.upstream.server.closeAll(4001, 'unauthorised')
    await world.pass(4 * MINUTE)
    world.upstream.acceptsKey = true
    await expectWhole(world)
  })

  it('without a free socket (4009) loses nothing in ten minutes of waiting', async () => {
    const world = await runWorld()
    const release = world.takeSlots(3)
    await world.pass(10 * MINUTE)
    expect(Object.values(world.relay.source.links()).map(({ state }) => state)).toEqual([
      'waiting-for-slot',
      'waiting-for-slot',
    ])
    release()
    await expectWhole(world, { slotsTaken: true })
  })
})

describe('a socket that reaches its age', () => {
  it('is replaced before, both lines one after the other, and no viewer notices', async () => {
    const world = await runWorld({ socketMaxAgeMs: 10 * MINUTE })
    const states: string[] = []
    for (const { strikes, reports } of world.viewers) {
      for (const feed of [strikes, reports]) {
        feed.subscribe((event) => event.kind === 'status' && states.push(event.status.state))
      }
    }
    await world.pass(25 * MINUTE)
    await expectWhole(world)
    expect(world.upstream.server.ledger()[0]!.sockets).toMatchObject({ peak: 3, refused: 0 })
    expect(new Set(states)).toEqual(new Set())
  })
})
