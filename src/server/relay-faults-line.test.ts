import { describe, expect, it } from 'vitest'
import type { Span } from '../core/time/spans.ts'
import {
  closeWorldsAfterEach,
  expectWhole,
  gapsOf,
  LIGHTNING,
  lightningGaps,
  METAR,
  MINUTE,
  RECOVERY_MS,
  runWorld,
  SECOND,
} from '../testing/wire/fault-kit.ts'
import type { FaultWorld } from '../testing/wire/fault-world.ts'
import { readConfig } from './config/config.ts'
import { textFrame } from './contract/sockets/fan-out.ts'
import { readStatus } from './http/status.ts'

closeWorldsAfterEach()

const LINES = [
  ['lightning', LIGHTNING],
  ['report', METAR],
  ['either', undefined],
] as const
/** No JSON, JSON of another shape, and a message without a type. */
const SPOILED_MESSAGES = ['{"type":"new_strikes","data":[{"time":178', '{"type":"new_strikes","data":"none"}', '[]']
/** Without an earlier failure: the first back-off is at most a second. */
const FIRST_RECOVERY_MS = 5 * SECOND
/** Maximum delay of a record, until enough have been measured. */
const LATE_MS = 15 * SECOND

/** Data of the last moments before a break may be missing in REST: a short gap is reported. */
async function expectShortGap(world: FaultWorld, breakMs: number): Promise<void> {
  const gaps = breakMs + LATE_MS > 5 * MINUTE ? 1 : 0
  await expectWhole(world, { gaps })
  for (const { fromMs, toMs } of await lightningGaps(world)) expect(toMs - fromMs).toBeLessThan(LATE_MS)
}

/** The response of `/api/status`. */
function statusOf({ relay, relayClock }: FaultWorld) {
  const read = readConfig({}, { stormNames: [] })
  if (!read.ok) throw new Error(read.problems.join('; '))
  return readStatus({
    source: relay.source,
    clock: relayClock,
    config: read.config,
    version: '1',
    startedAtMs: 0,
    viewers: relay.server.viewers(),
    history: relay.history,
  })
}

/** All frames that RFC 6455 permits a server: the contract's, and invalid ones. */
const CLOSE_CODES = [
  1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 4000, 4001, 4008, 4009, 4999,
]

describe('a line that is closed', () => {
  it('with any code is reconnected within seconds, without loss', async () => {
    const world = await runWorld()
    for (const code of CLOSE_CODES) {
      world.upstream.server.closeAll(code, 'a fault')
      await world.pass(SECOND)
      await expectWhole(world, { within: FIRST_RECOVERY_MS })
      await world.pass(MINUTE)
    }
  })

  it('without a close frame (1006) is reconnected within seconds, without loss', async () => {
    const world = await runWorld()
    world.line.cut()
    await world.pass(SECOND)
    await expectWhole(world, { within: FIRST_RECOVERY_MS })
  })

  it('every few seconds, while REST is slow, loses nothing', async () => {
    const world = await runWorld()
    world.line.restLatencyMs = 4 * SECOND
    for (let i = 0; i < 40; i++) {
      world.line.cut()
      await world.pass(5 * SECOND)
    }
    await expectWhole(world)
  })
})

describe('a break', () => {
  for (const seconds of [10, 270, 297]) {
    // An attempt that hangs delays the next, so that the last seconds are uncertain.
    it(`of ${Math.min(seconds, 290)} s without any data loses nothing`, async () => {
      const world = await runWorld()
      world.line.up = false
      world.line.cut()
      await world.pass(Math.min(seconds, 290) * SECOND)
      world.line.up = true
      await expectShortGap(world, Math.min(seconds, 290) * SECOND)
    })

    it(`of ${seconds} s without a network loses nothing`, async () => {
      const world = await runWorld()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      world.line.cut()
      await world.pass(seconds * SECOND)
      world.line.dial = null
      world.line.rest = null
      await expectShortGap(world, seconds * SECOND)
    })
  }

  for (const minutes of [6, 20]) {
    it(`of ${minutes} min becomes one gap, of the time that the upstream no longer had, reported to every viewer`, async () => {
      const world = await runWorld()
      const beganMs = world.clock.monotonicMs()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      world.line.cut()
      await world.pass(minutes * MINUTE)
      world.line.dial = null
      world.line.rest = null
      const endedMs = world.clock.monotonicMs()
      const lost = { fromMs: beganMs - 2 * SECOND, toMs: endedMs - 5 * MINUTE + 40 * SECOND }
      await expectWhole(world, { but: [lost], gaps: 1 })
      const [gap] = (await lightningGaps(world)) as [Span]
      const offsetMs = world.clock.now() - world.clock.monotonicMs()
      expect(Math.abs(gap.fromMs - offsetMs - (beganMs - LATE_MS))).toBeLessThan(2 * SECOND)
      expect(gap.toMs - offsetMs).toBeGreaterThanOrEqual(endedMs - 5 * MINUTE)
      expect(gap.toMs - offsetMs).toBeLessThan(endedMs - 5 * MINUTE + 40 * SECOND)
      for (const { had } of world.viewers) expect(had.strikes.gaps).toEqual([gap])

      const reportGaps = gapsOf(world.relay.source.gaps(), 'metar')
      expect(reportGaps).toHaveLength(1)
      expect(reportGaps[0]!.toMs - reportGaps[0]!.fromMs).toBeGreaterThan((minutes - 1) * MINUTE)
      for (const { had } of world.viewers) expect(had.reports.gaps).toEqual(reportGaps)
      expect(gapsOf((await statusOf(world)).gaps, 'lightning')).toEqual([gap])
    })
  }
})

describe.each(LINES)('the %s line', (_name, path) => {
  it('stalled, cut in the middle of a message, or with invalid frames or messages loses nothing', async () => {
    const world = await runWorld()
    const { line } = world
    for (const seconds of [8, 60]) {
      line.stall(path)
      await world.pass(seconds * SECOND)
      line.resume(path)
      await expectWhole(world)
    }
    line.truncate(path)
    await world.pass(30 * SECOND)
    await expectWhole(world)
    const invalid = Buffer.alloc(100, 0xa5)
    for (const bytes of [invalid, ...SPOILED_MESSAGES.map((text) => textFrame(text).plain)]) {
      line.mangle(() => bytes, path)
      await world.pass(30 * SECOND)
      await expectWhole(world)
    }
  })

  it('half-open is detected within half a minute, and loses nothing', async () => {
    const world = await runWorld()
    world.line.halfOpen(path, 2 * MINUTE)
    await world.pass(30 * SECOND)
    const dead = world.line.sockets.filter((_, i) => i < 2).filter((each) => path === undefined || each.path === path)
    expect(world.line.sockets.length).toBeGreaterThanOrEqual(2 + dead.length)
    // With both dead the upstream still counts two, so that one line waits for its slot, and polls.
    await expectWhole(world, { within: 2 * MINUTE + RECOVERY_MS, slotsTaken: true })
  })

  it('flooded with unknown messages continues', async () => {
    const world = await runWorld()
    for (let i = 0; i < 500; i++) {
      world.line.inject(textFrame(`{"type":"novelty_${i}","data":[1,2,3]}`).plain, path)
      if (i % 10 === 0) await world.pass(100)
    }
    await world.pass(5 * SECOND)
    await expectWhole(world)
    expect((await world.relay.source.counters()).setAside.unknownMessages).toBeGreaterThanOrEqual(500)
  })
})

describe('a lightning connection with everything except batches', () => {
  it('is dropped as a silent one', async () => {
    const world = await runWorld()
    world.upstream.source.batches = false
    for (let i = 0; i < 60; i++) {
      world.line.inject(textFrame('{"type":"news"}').plain)
      world.line.inject(textFrame('{"type":"ping"}').plain)
      await world.pass(SECOND)
    }
    expect(world.relay.source.links().lightning.lastError).toMatch(/silent/)
    world.upstream.source.batches = true
    await expectWhole(world)
  })
})
