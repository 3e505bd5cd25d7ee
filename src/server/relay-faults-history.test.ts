import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/history-kit.ts'
import {
  closeWorldsAfterEach,
  expectWhole,
  lightningGaps,
  MINUTE,
  runWorld,
  SECOND,
} from '../testing/wire/fault-kit.ts'
import type { FaultWorld } from '../testing/wire/fault-world.ts'

closeWorldsAfterEach()

const withHistory = () => runWorld({ historyDir: temporaryFolder() })

async function viewerAway(world: FaultWorld, forMs: number): Promise<void> {
  const { wire } = world.viewers[0]!
  wire.dial = 'refused'
  wire.rest = 'reset'
  wire.cut()
  await world.pass(forMs)
  wire.dial = null
  wire.rest = null
}

describe('with a history', () => {
  it('a viewer that was away for twelve minutes is complete again', async () => {
    const world = await withHistory()
    await viewerAway(world, 12 * MINUTE)
    await expectWhole(world)
  })

  it('a relay that was down for three minutes resumes, without duplicates', async () => {
    const world = await withHistory()
    await world.stopRelay()
    await world.pass(3 * MINUTE)
    await world.startRelay()
    await expectWhole(world)
  })

  it('a relay that was down for twenty minutes reports one gap, of the time that the upstream no longer had', async () => {
    const world = await withHistory()
    const beganMs = world.clock.monotonicMs()
    await world.stopRelay()
    await world.pass(20 * MINUTE)
    await world.startRelay()
    const endedMs = world.clock.monotonicMs()
    await expectWhole(world, {
      but: [{ fromMs: beganMs - 2 * SECOND, toMs: endedMs - 5 * MINUTE + 10 * SECOND }],
      gaps: 1,
    })
    const offsetMs = world.clock.now() - world.clock.monotonicMs()
    const [{ fromMs, toMs }] = (await lightningGaps(world)) as [{ fromMs: number; toMs: number }]
    // Strikes of the last quarter of a minute may be missing.
    expect(Math.abs(fromMs - offsetMs - (beganMs - 15 * SECOND))).toBeLessThan(3 * SECOND)
    expect(Math.abs(toMs - offsetMs - (endedMs - 5 * MINUTE))).toBeLessThan(10 * SECOND)
  })

  it('a relay restarted repeatedly, during breaks on both sides, loses nothing', async () => {
    const world = await withHistory()
    for (let i = 0; i < 5; i++) {
      world.line.cut()
      world.line.rest = 'reset'
      await world.pass(20 * SECOND)
      await world.stopRelay()
      await world.pass(40 * SECOND)
      await world.startRelay()
      await world.pass(10 * SECOND)
      world.line.rest = null
      world.viewers[0]!.wire.cut()
      await world.pass(60 * SECOND)
    }
    await expectWhole(world)
  })

  it('a viewer that was away during a gap of the relay lacks the same records as the relay', async () => {
    const world = await withHistory()
    const beganMs = world.clock.monotonicMs()
    world.line.up = false
    world.line.cut()
    await world.pass(2 * MINUTE)
    const away = viewerAway(world, 20 * MINUTE)
    await away
    world.line.up = true
    const endedMs = world.clock.monotonicMs()
    await expectWhole(world, {
      but: [{ fromMs: beganMs - 2 * SECOND, toMs: endedMs - 5 * MINUTE + 40 * SECOND }],
      gaps: 1,
    })
  })
})
