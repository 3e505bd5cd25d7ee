import { describe, expect, it } from 'vitest'
import { strikeTimeMs } from '../core/strikes/strike.ts'
import { Spans } from '../core/time/spans.ts'
import { temporaryFolder } from '../testing/history-kit.ts'
import { unreportedOf } from '../testing/wire/fault-checks.ts'
import { closeWorldsAfterEach, LIGHTNING, MINUTE, runWorld, SECOND } from '../testing/wire/fault-kit.ts'
import { createFaultViewer } from '../testing/wire/fault-viewer.ts'
import type { FaultWorld } from '../testing/wire/fault-world.ts'
import { Wire } from '../testing/wire/wire.ts'
import { textFrame } from './contract/sockets/fan-out.ts'

closeWorldsAfterEach()

const DELAY_MS = [1_000, 8_000] as const

function breakLine({ line }: { line: Wire }): () => void {
  line.dial = 'refused'
  line.rest = 'reset'
  line.cut()
  return () => {
    line.dial = null
    line.rest = null
  }
}

/** The relay's response to a request for strikes. */
async function askStrikes({ relay }: FaultWorld, minutes: number) {
  const { token } = relay.tokens.issue('lightning', 'who asks')
  const response = await relay.server.app.fetch(
    new Request(`http://relay.test/fast-lightning/rest/strikes?minutes=${minutes}&token=${token}`),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a line that is stalled', () => {
  it('is not called live for longer than the permitted silence, with any responses of REST', async () => {
    const world = await runWorld()
    const told: boolean[] = []
    world.relay.source.onStrikes((event) => event.kind === 'link' && told.push(event.status.state === 'live'))
    world.upstream.source.batches = false
    let live = 0
    for (let second = 0; second < 150; second++) {
      await world.pass(SECOND)
      if (world.relay.source.links().lightning.state === 'live') live++
    }
    expect(live).toBeLessThanOrEqual(11)
    expect(told.filter((isLive) => isLive)).toEqual([])
    for (const { strikes } of world.viewers) expect(strikes.status().state).toBe('source-down')
    world.upstream.source.batches = true
    await world.pass(40 * SECOND)
    expect(world.isWell()).toBe(true)
  })
})

describe('observed time', () => {
  it('has no hole by a start, by a restart or by load', async () => {
    const world = await runWorld({ historyDir: temporaryFolder(), delayMs: DELAY_MS })
    const fromMs = world.relayClock.now() - 10 * SECOND
    await world.stopRelay()
    await world.startRelay()
    await world.pass(20 * SECOND)
    for (const ms of [2_000, 4_300, 6_000]) {
      await world.standStill(ms)
      await world.pass(20 * SECOND)
    }
    const untilMs = world.relayClock.now() - 2 * SECOND
    for (const feed of ['lightning', 'metar'] as const) {
      expect(await world.relay.history!.missing(feed, fromMs, untilMs)).toEqual([])
    }
  })
})

describe('a hole in a feed that continues', () => {
  const HOLES: [string, (world: FaultWorld) => Promise<void>][] = [
    [
      'by a pause',
      async ({ upstream, pass }) => {
        upstream.source.batches = false
        await pass(8 * SECOND)
        upstream.source.batches = true
      },
    ],
    [
      'by messages that cannot be read',
      async ({ line, pass }) => {
        for (let second = 0; second < 8; second++) {
          line.mangle(() => textFrame('{"type":"new_strikes"').plain, LIGHTNING)
          await pass(SECOND)
        }
      },
    ],
  ]

  it.each(HOLES)('%s is called observed only after REST has filled it, through a restart too', async (_, makeHole) => {
    const world = await runWorld({ historyDir: temporaryFolder(), delayMs: DELAY_MS })
    await world.pass(MINUTE)
    const fromMs = world.relayClock.now() - 30 * SECOND
    world.line.rest = 'reset'
    await makeHole(world)
    await world.pass(5 * SECOND)
    const missingMs = async () => {
      const missing = await world.relay.history!.missing('lightning', fromMs, world.relayClock.now() - 2 * SECOND)
      return missing.reduce((sum, span) => sum + span.toMs - span.fromMs, 0)
    }
    expect(world.linkState()).toBe('live')
    const [hole] = (await askStrikes(world, 5)).body.not_observed as [{ from: string; to: string }]
    expect(Date.parse(hole.to) - Date.parse(hole.from)).toBeGreaterThan(8 * SECOND)
    expect(await missingMs()).toBeGreaterThan(8 * SECOND)
    await world.stopRelay()
    await world.startRelay()
    await world.pass(5 * SECOND)
    expect(await missingMs()).toBeGreaterThan(8 * SECOND)
    world.line.rest = null
    await world.pass(MINUTE)
    expect((await askStrikes(world, 5)).body).not.toHaveProperty('not_observed')
    expect(await missingMs()).toBe(0)
  })
})

describe('a relay with a wrong clock', () => {
  /** The upstream's time at which it went, after a minute in which it was away. */
  async function beAway(world: FaultWorld): Promise<number> {
    await world.pass(MINUTE)
    const awayMs = world.relay.source.nowMs!()
    await world.stopRelay()
    await world.pass(MINUTE)
    return awayMs
  }

  const missingMs = async ({ relay }: FaultWorld, fromMs: number, toMs: number) =>
    (await relay.history!.missing('lightning', fromMs, toMs)).reduce((sum, span) => sum + span.toMs - span.fromMs, 0)

  it.each([-90_000, 90_000])('by %i ms calls nothing observed that was not, while REST is silent', async (skewMs) => {
    const world = await runWorld({ historyDir: temporaryFolder(), delayMs: DELAY_MS, upstreamSkewMs: -skewMs })
    const awayMs = await beAway(world)
    world.line.rest = 'reset'
    await world.startRelay()
    await world.pass(40 * SECOND)
    expect(world.linkState()).toBe('live')
    const nowMs = world.clock.now() - skewMs
    expect(Math.abs(world.relay.source.nowMs!() - nowMs)).toBeLessThan(2 * SECOND)
    expect(await missingMs(world, awayMs, awayMs + MINUTE)).toBeGreaterThan(MINUTE - SECOND)
    expect(await missingMs(world, nowMs + 2 * SECOND, nowMs + MINUTE)).toBe(MINUTE - 2 * SECOND)
    world.line.rest = null
    await world.pass(MINUTE)
    expect(await missingMs(world, awayMs, nowMs)).toBe(0)
  })

  it('since it went waits for what time it is', async () => {
    const world = await runWorld({ historyDir: temporaryFolder(), delayMs: DELAY_MS })
    const awayMs = await beAway(world)
    world.relayClock.step(-50 * SECOND)
    world.line.restLatencyMs = 2_000
    await world.startRelay()
    await world.pass(2_500)
    expect(await missingMs(world, awayMs, awayMs + MINUTE)).toBeGreaterThan(MINUTE - SECOND)
    await world.pass(MINUTE)
    expect(await missingMs(world, awayMs, world.clock.now() - 2 * SECOND)).toBe(0)
  })
})

describe('a break', () => {
  it('is reported as a gap in the time of strikes: no missing strike is in observed time', async () => {
    const world = await runWorld({ delayMs: DELAY_MS, strikesPerSecond: 20 })
    await world.pass(MINUTE)
    const mend = breakLine(world)
    await world.pass(8 * MINUTE)
    mend()
    await world.pass(90 * SECOND)
    for (const { had } of world.viewers) {
      const lost = world.upstream.source.strikesHad.filter(
        ({ id, atMs }) =>
          atMs > world.beganMs && atMs < world.clock.monotonicMs() - 3 * SECOND && !had.strikes.seen.has(id),
      )
      const gaps = new Spans(had.strikes.gaps)
      const untold = lost
        .map(({ record }) => strikeTimeMs(record.time))
        .filter((ms) => gaps.within(ms, ms + 1).length === 0)
      expect(lost.length).toBeGreaterThan(1_000)
      expect(untold).toEqual([])
    }
  })

  it.each([-90_000, 90_000])('of a screen is so too where the clock of its relay is off by %i ms', async (skewMs) => {
    const world = await runWorld({ delayMs: DELAY_MS, strikesPerSecond: 20, upstreamSkewMs: -skewMs })
    await world.pass(MINUTE)
    const [viewer] = world.viewers
    const mend = breakLine({ line: viewer!.wire })
    await world.pass(4 * MINUTE)
    world.relayClock.step(-skewMs / 2)
    await world.pass(4 * MINUTE)
    mend()
    await world.pass(90 * SECOND)
    expect(viewer!.had.strikes.gaps).toHaveLength(1)
    expect(unreportedOf(world, viewer!)).toEqual([])
  })

  it('is never reported as calm: unknown data are an error, or are named beside the known ones', async () => {
    const world = await runWorld()
    expect((await askStrikes(world, 1)).body).not.toHaveProperty('not_observed')
    const mend = breakLine(world)
    await world.pass(3 * MINUTE)
    expect(await askStrikes(world, 1)).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(/are unknown/) },
    })
    const five = await askStrikes(world, 5)
    expect(five.status).toBe(200)
    const [hole] = five.body.not_observed as [{ from: string; to: string }]
    expect(Date.parse(hole.to) - Date.parse(hole.from)).toBeGreaterThan(3 * MINUTE - 2 * SECOND)
    mend()
    await world.pass(MINUTE)
    expect((await askStrikes(world, 5)).body).not.toHaveProperty('not_observed')
  })

  it('is among the gaps while it lasts, once it cannot be backfilled', async () => {
    const world = await runWorld()
    const beganMs = world.clock.now()
    breakLine(world)
    await world.pass(4 * MINUTE)
    expect(world.relay.source.gaps()).toEqual([])
    await world.pass(4 * MINUTE)
    for (const { feed, from, to } of world.relay.source.gaps()) {
      expect([feed, Date.parse(to)]).toEqual([feed, expect.closeTo(world.clock.now() - 5 * MINUTE, -4)])
      expect(Math.abs(Date.parse(from) - beganMs)).toBeLessThan(50 * SECOND)
    }
    expect(world.relay.source.gaps().map(({ feed }) => feed)).toEqual(['lightning', 'metar'])
  })

  it('is reported to clients half an hour later, and the lost part of one in progress', async () => {
    const world = await runWorld()
    const comes = async () => {
      const { activity } = world
      const wire = new Wire({ clock: world.clock, activity, server: () => world.relay.server })
      const viewer = createFaultViewer({ clock: world.clock, wire, relay: () => world.relay, name: 'who comes late' })
      viewer.start()
      await world.pass(20 * SECOND)
      viewer.close()
      return viewer.had.strikes.gaps.length
    }
    const mend = breakLine(world)
    await world.pass(8 * MINUTE)
    expect(await comes()).toBe(1)
    mend()
    await world.pass(30 * MINUTE)
    expect(await comes()).toBe(1)
  })
})
