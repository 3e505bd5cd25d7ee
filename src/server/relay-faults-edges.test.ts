import { describe, expect, it } from 'vitest'
import { stringifyJsonExact } from '../contract/json-exact.ts'
import { temporaryFolder } from '../testing/history-kit.ts'
import { strikesOf } from '../testing/wire/fault-checks.ts'
import { closeWorldsAfterEach, expectWhole, LIGHTNING, MINUTE, runWorld, SECOND } from '../testing/wire/fault-kit.ts'
import type { FaultWorld } from '../testing/wire/fault-world.ts'
import { textFrame } from './contract/sockets/fan-out.ts'

closeWorldsAfterEach()

const firstViewer = (world: FaultWorld) => world.viewers[0]!

describe('clocks', () => {
  for (const minutes of [-7, 7]) {
    it(`with the upstream's ${minutes} min ahead lose nothing, in no break on either side of the relay`, async () => {
      const world = await runWorld({ upstreamSkewMs: minutes * MINUTE, viewerSkewMs: -2 * minutes * MINUTE })
      world.line.cut()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      await world.pass(2 * MINUTE)
      world.line.dial = null
      world.line.rest = null
      await expectWhole(world)
      const [{ wire }] = world.viewers as [FaultWorld['viewers'][0]]
      wire.cut()
      wire.dial = 'refused'
      wire.rest = 'reset'
      await world.pass(2 * MINUTE)
      wire.dial = null
      wire.rest = null
      await expectWhole(world)
    })

    it(`with the relay's set ${minutes} min ahead during an interruption lose nothing`, async () => {
      const world = await runWorld()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      world.line.cut()
      await world.pass(MINUTE)
      world.relayClock.step(minutes * MINUTE)
      await world.pass(3 * MINUTE)
      world.line.dial = null
      world.line.rest = null
      await expectWhole(world)
    })
  }
})

describe('records', () => {
  it('by the ten thousand in one second reach every viewer', async () => {
    const world = await runWorld()
    for (let i = 0; i < 10_000; i++) world.upstream.source.strike()
    await world.pass(5 * SECOND)
    await expectWhole(world)
  })

  it('that are odd cost themselves alone', async () => {
    const world = await runWorld()
    const { source } = world.upstream
    const good = source.strike()
    const odd = [
      { ...good, lat: 91 },
      { ...good, lon: -180.5 },
      { ...good, lat: 'north' },
      { ...good, time: 0 },
      { ...good, time: -5 },
      { ...good, time: null },
      { lat: 1, lon: 2 },
      null,
      'strike',
      [],
    ]
    world.line.inject(textFrame(stringifyJsonExact({ type: 'new_strikes', data: odd })).plain, LIGHTNING)
    await world.pass(2 * SECOND)
    await expectWhole(world)
    expect((await world.relay.source.counters()).setAside.badRecords).toBe(odd.length)
  })

  it('that arrive twice, in one batch, in the next, and by REST, leave the relay once', async () => {
    const world = await runWorld()
    const { source } = world.upstream
    for (let i = 0; i < 30; i++) {
      const record = source.strike()
      source.sendOdd([{ ...record }, { ...record, region: 7 }])
      await world.pass(SECOND)
      source.sendOdd([{ ...record, arrived_at: 'later' }])
      if (i % 10 === 0) world.line.cut()
    }
    await expectWhole(world)
  })
})

describe('a viewer', () => {
  it('that was away during an outage of the relay loses nothing that the relay backfilled', async () => {
    const world = await runWorld({ historyDir: temporaryFolder() })
    const { wire } = firstViewer(world)
    world.line.dial = 'refused'
    world.line.rest = 'reset'
    world.line.cut()
    await world.pass(4 * MINUTE)
    wire.dial = 'refused'
    wire.rest = 'reset'
    wire.cut()
    await world.pass(10 * SECOND)
    world.line.dial = null
    world.line.rest = null
    await world.pass(4 * MINUTE)
    wire.dial = null
    wire.rest = null
    await expectWhole(world)
  })

  it('that was away when a gap was reported receives it later', async () => {
    const world = await runWorld()
    const beganMs = world.clock.monotonicMs()
    const { wire } = firstViewer(world)
    world.line.up = false
    world.line.cut()
    await world.pass(7 * MINUTE)
    wire.dial = 'refused'
    wire.cut()
    world.line.up = true
    await world.pass(60 * SECOND)
    wire.dial = null
    await expectWhole(world, {
      but: [{ fromMs: beganMs - 2 * SECOND, toMs: world.clock.monotonicMs() - 5 * MINUTE }],
      gaps: 1,
    })
  })

  it('resumes at its position after a restart of the relay', async () => {
    const world = await runWorld()
    await world.stopRelay()
    await world.pass(3 * MINUTE)
    await world.startRelay()
    await expectWhole(world)
  })

  it('on a half-open connection detects it, and loses nothing', async () => {
    const world = await runWorld()
    firstViewer(world).wire.halfOpen()
    await world.pass(90 * SECOND)
    await expectWhole(world)
  })

  it('that never reads is disconnected, and delays no other viewer', async () => {
    const world = await runWorld({ viewers: 2, strikesPerSecond: 100, maxBufferedBytes: 256 * 1024 })
    const { wire } = firstViewer(world)
    const socket = await world.subscribeUnread(wire)
    for (let i = 0; i < 12; i++) {
      await world.pass(5 * SECOND)
      for (const viewer of world.viewers) expect(strikesOf(world, viewer).lost).toEqual([])
    }
    expect(world.relay.server.counters().sockets.slowClosed).toBe(1)
    expect(world.relay.server.viewers().lightning).toBe(world.viewers.length)
    socket.close()
    await expectWhole(world)
  })

  it('with a rejected token gets another one', async () => {
    const world = await runWorld()
    const { wire } = firstViewer(world)
    wire.dial = { status: 401 }
    wire.rest = { status: 401 }
    wire.cut()
    await world.pass(3 * MINUTE)
    wire.dial = null
    wire.rest = null
    await expectWhole(world)
  })
})
