import { afterEach, describe, expect, it } from 'vitest'
import { stringifyJsonExact } from '../contract/json-exact.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../contract/limits.ts'
import {
  doubledByRelay,
  peakRequestsPerSecond,
  reportsOf,
  type Span,
  strikesOf,
  untilWhole,
} from '../testing/wire/fault-checks.ts'
import { createFaultWorld, type FaultWorld, type FaultWorldOptions } from '../testing/wire/fault-world.ts'
import type { DialFault, RestFault } from '../testing/wire/wire.ts'
import { textFrame } from './contract/fan-out.ts'

const LIGHTNING = '/fast-lightning/ws/strikes'
const METAR = '/fast-metar/ws/parsed'
const LINES = [
  ['lightning', LIGHTNING],
  ['report', METAR],
  ['either', undefined],
] as const
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** By then every line is live again, and every viewer has everything: half a minute of back-off, and one of joining. */
const RECOVERY_MS = 90 * SECOND
/** The same where nothing had failed before: the first back-off is a second at most. */
const FIRST_RECOVERY_MS = 5 * SECOND
/** A move to a new socket. */
const HANDOVER_MS = 10 * SECOND
const GOOD = { lost: [], doubled: [], unknown: [] }

let world: FaultWorld
afterEach(() => world.close())

async function run(options: Partial<FaultWorldOptions> = {}): Promise<FaultWorld> {
  world = createFaultWorld({ seed: 1, ...options })
  await world.start()
  await world.pass(20 * SECOND)
  return world
}

/** That everything is as if nothing had happened, but for what `but` names. */
async function expectWhole(
  options: { within?: number; but?: Span[]; gaps?: number; slotsTaken?: boolean } = {},
): Promise<void> {
  const { within = RECOVERY_MS, but = [], gaps = 0, slotsTaken = false } = options
  await untilWhole(world, within, but)
  await world.pass(20 * SECOND)
  for (const viewer of world.viewers) {
    expect(strikesOf(world, viewer, but)).toEqual(GOOD)
    expect(reportsOf(world, viewer)).toEqual(GOOD)
    expect(viewer.gaps.strikes).toHaveLength(gaps)
    expect(viewer.strikes.status().sockets + viewer.reports.status().sockets).toBe(2)
  }
  expect(doubledByRelay(world)).toEqual([])
  expect(world.relay.source.gaps().filter(({ feed }) => feed === 'lightning')).toHaveLength(gaps)
  expectLimitsKept(slotsTaken)
}

function expectLimitsKept(slotsTaken: boolean): void {
  expect(peakRequestsPerSecond(world)).toBeLessThanOrEqual(HTTP_REQUESTS_PER_SECOND)
  const { requests, sockets } = world.upstream.server.ledger()[0]!
  expect(requests.rateLimited).toBe(0)
  expect(sockets.peak).toBeLessThanOrEqual(SOCKETS_PER_APPLICATION)
  if (slotsTaken) return
  expect(sockets.refused).toBe(0)
  expect(sockets.now).toBe(2)
  expect(world.longestSpareMs()).toBeLessThan(HANDOVER_MS)
}

describe('a line that is closed', () => {
  for (const code of [1000, 1001, 1011, 4001, 4008, 4009, 4999]) {
    it(`with ${code} is back within seconds, and nothing is lost`, async () => {
      await run()
      world.upstream.server.closeAll(code, 'a fault')
      await world.pass(SECOND)
      await expectWhole({ within: FIRST_RECOVERY_MS })
    })
  }
  it('without a word (1006) is back within seconds, and nothing is lost', async () => {
    await run()
    world.line.cut()
    await world.pass(SECOND)
    await expectWhole({ within: FIRST_RECOVERY_MS })
  })

  it('every few seconds, while REST is slow, loses nothing', async () => {
    await run()
    world.line.restLatencyMs = 4 * SECOND
    for (let i = 0; i < 120; i++) {
      world.line.cut()
      await world.pass(5 * SECOND)
    }
    await expectWhole()
  })
})

describe('a break', () => {
  for (const seconds of [10, 60, 240, 280, 290, 297]) {
    // An attempt that hangs takes its time, so that of the last seconds none is for sure.
    it(`of ${Math.min(seconds, 290)} s in which nothing gets through loses nothing`, async () => {
      await run()
      world.line.up = false
      world.line.cut()
      await world.pass(Math.min(seconds, 290) * SECOND)
      world.line.up = true
      await expectWhole()
    })

    it(`of ${seconds} s in which nothing is there loses nothing`, async () => {
      await run()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      world.line.cut()
      await world.pass(seconds * SECOND)
      world.line.dial = null
      world.line.rest = null
      await expectWhole()
    })
  }

  for (const minutes of [6, 20, 90]) {
    it(`of ${minutes} min becomes one gap, of what the upstream no longer had, told to every viewer`, async () => {
      await run()
      const beganMs = world.clock.monotonicMs()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      world.line.cut()
      await world.pass(minutes * MINUTE)
      world.line.dial = null
      world.line.rest = null
      const endedMs = world.clock.monotonicMs()
      const lost = { fromMs: beganMs - 2 * SECOND, toMs: endedMs - 5 * MINUTE + 40 * SECOND }
      await expectWhole({ but: [lost], gaps: 1 })
      const offsetMs = world.clock.now() - world.clock.monotonicMs()
      for (const { gaps } of world.viewers) {
        const [{ fromMs, toMs }] = gaps.strikes as [Span]
        expect(Math.abs(fromMs - offsetMs - beganMs)).toBeLessThan(2 * SECOND)
        expect(toMs - offsetMs - (endedMs - 5 * MINUTE)).toBeGreaterThanOrEqual(0)
        expect(toMs - offsetMs - (endedMs - 5 * MINUTE)).toBeLessThan(40 * SECOND)
        // Nothing of it is had: what is told as lost is lost.
        const inside = world.upstream.source.strikesHad.filter(
          ({ atMs }) => atMs > fromMs - offsetMs && atMs < toMs - offsetMs,
        )
        expect(inside.length).toBeGreaterThan(0)
      }
      const [gap] = world.relay.source.gaps().filter(({ feed }) => feed === 'lightning')
      expect(world.viewers.map(({ gaps }) => gaps.strikes)).toEqual(
        world.viewers.map(() => [{ fromMs: Date.parse(gap!.from), toMs: Date.parse(gap!.to) }]),
      )
      const [reportGap, ...more] = world.relay.source.gaps().filter(({ feed }) => feed === 'metar')
      expect(more).toEqual([])
      expect(Date.parse(reportGap!.to) - Date.parse(reportGap!.from)).toBeGreaterThan((minutes - 1) * MINUTE)
    })
  }
})

describe.each(LINES)('the %s line', (_name, path) => {
  for (const seconds of [8, 60]) {
    it(`stalled for ${seconds} s loses nothing`, async () => {
      await run()
      world.line.stall(path)
      await world.pass(seconds * SECOND)
      world.line.resume(path)
      await expectWhole()
    })
  }

  it('half-open is found out within half a minute, and loses nothing', async () => {
    await run()
    world.line.halfOpen(path, 2 * MINUTE)
    await world.pass(30 * SECOND)
    const dead = world.line.sockets.filter((_, i) => i < 2).filter((each) => path === undefined || each.path === path)
    expect(world.line.sockets.length).toBeGreaterThanOrEqual(2 + dead.length)
    // With both dead the upstream still counts two, so that one line waits for its slot, and polls.
    await expectWhole({ within: 2 * MINUTE + RECOVERY_MS, slotsTaken: true })
  })

  it('cut in the middle of a message loses nothing', async () => {
    await run()
    world.line.truncate(path)
    await world.pass(30 * SECOND)
    await expectWhole()
  })

  it('with bytes that are no frame loses nothing', async () => {
    await run()
    world.line.mangle((bytes) => Buffer.alloc(bytes.length, 0xa5), path)
    await world.pass(30 * SECOND)
    await expectWhole()
  })

  for (const [what, text] of [
    ['that is no JSON', '{"type":"new_strikes","data":[{"time":178'],
    ['that breaks its shape', '{"type":"new_strikes","data":"none"}'],
    ['without a type', '[]'],
  ]) {
    it(`with a message ${what} loses nothing of what it stood for`, async () => {
      await run()
      world.line.mangle(() => textFrame(text!).plain, path)
      await world.pass(30 * SECOND)
      await expectWhole()
    })
  }

  it('flooded with messages that nobody knows goes on', async () => {
    await run()
    for (let i = 0; i < 500; i++) {
      world.line.inject(textFrame(`{"type":"novelty_${i}","data":[1,2,3]}`).plain, path)
      if (i % 10 === 0) await world.pass(100)
    }
    await world.pass(5 * SECOND)
    await expectWhole()
    expect(world.relay.source.counters().setAside.unknownMessages).toBeGreaterThanOrEqual(500)
  })
})

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
    'truncated',
    'garbled',
    'empty',
    'hang',
    'hang-in-body',
    'reset',
  ]
  for (const fault of faults) {
    for (const seconds of [5, 200]) {
      it(`${JSON.stringify(fault)} for ${seconds} s after a break delays the join, and loses nothing`, async () => {
        await run()
        world.line.rest = fault
        world.line.cut()
        await world.pass(seconds * SECOND)
        world.line.rest = null
        await expectWhole()
      })
    }
  }
})

describe('a handshake', () => {
  const faults: DialFault[] = [
    'silent',
    'refused',
    ...[301, 401, 403, 429, 500, 502, 503].map((status) => ({ status })),
  ]
  for (const fault of faults) {
    it(`${JSON.stringify(fault)} for 8 min loses nothing, for REST is polled meanwhile`, async () => {
      await run()
      world.line.dial = fault
      world.line.cut()
      await world.pass(8 * MINUTE)
      world.line.dial = null
      await expectWhole()
    })
  }

  it('refused with the key (4001, 401) for four minutes loses nothing', async () => {
    await run()
    world.upstream.acceptsKey = false
    world.upstream.server.closeAll(4001, 'unauthorised')
    await world.pass(4 * MINUTE)
    world.upstream.acceptsKey = true
    await expectWhole()
  })

  it('for which others hold all sockets (4009) loses nothing in half an hour of waiting', async () => {
    await run()
    const release = world.takeSlots(3)
    await world.pass(30 * MINUTE)
    expect(Object.values(world.relay.source.links()).map(({ state }) => state)).toEqual([
      'waiting-for-slot',
      'waiting-for-slot',
    ])
    release()
    await expectWhole({ slotsTaken: true })
  })
})

describe('a socket that reaches its age', () => {
  it('is replaced before, both lines one after the other, and no viewer notices', async () => {
    await run({ socketMaxAgeMs: 15 * MINUTE })
    const states: string[] = []
    for (const { strikes, reports } of world.viewers) {
      for (const feed of [strikes, reports]) {
        feed.subscribe((event) => event.kind === 'status' && states.push(event.status.state))
      }
    }
    await world.pass(HOUR)
    await expectWhole()
    expect(world.upstream.server.ledger()[0]!.sockets).toMatchObject({ peak: 3, refused: 0 })
    expect(new Set(states)).toEqual(new Set())
  })
})

describe('clocks', () => {
  for (const minutes of [-7, -3, 3, 7]) {
    it(`with the upstream's ${minutes} min ahead lose nothing, in no break on either side of the relay`, async () => {
      await run({ upstreamSkewMs: minutes * MINUTE, viewerSkewMs: -2 * minutes * MINUTE })
      world.line.cut()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      await world.pass(4 * MINUTE)
      world.line.dial = null
      world.line.rest = null
      await expectWhole()
      const [{ wire }] = world.viewers as [FaultWorld['viewers'][0]]
      wire.cut()
      wire.dial = 'refused'
      wire.rest = 'reset'
      await world.pass(4 * MINUTE)
      wire.dial = null
      wire.rest = null
      await expectWhole()
    })

    it(`of which the relay's is put ${minutes} min ahead in a break lose nothing`, async () => {
      await run()
      world.line.dial = 'refused'
      world.line.rest = 'reset'
      world.line.cut()
      await world.pass(MINUTE)
      world.relayClock.step(minutes * MINUTE)
      await world.pass(3 * MINUTE)
      world.line.dial = null
      world.line.rest = null
      await expectWhole()
    })
  }
})

describe('records', () => {
  it('by the ten thousand in one second reach every viewer', async () => {
    await run()
    for (let i = 0; i < 20_000; i++) world.upstream.source.strike()
    await world.pass(5 * SECOND)
    await expectWhole()
  })

  it('that are odd cost themselves alone', async () => {
    await run()
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
    await expectWhole()
    expect(world.relay.source.counters().setAside.badRecords).toBe(odd.length)
  })

  it('that come twice, in one batch, in the next, and by REST, leave the relay once', async () => {
    await run()
    const { source } = world.upstream
    for (let i = 0; i < 100; i++) {
      const record = source.strike()
      source.sendOdd([{ ...record }, { ...record, region: 7 }])
      await world.pass(SECOND)
      source.sendOdd([{ ...record, arrived_at: 'later' }])
      if (i % 10 === 0) world.line.cut()
    }
    await expectWhole()
  })
})

describe('a lightning line on which everything but batches comes', () => {
  it('is given up as one that is silent', async () => {
    await run()
    world.upstream.source.batches = false
    for (let i = 0; i < 60; i++) {
      world.line.inject(textFrame('{"type":"news"}').plain)
      world.line.inject(textFrame('{"type":"ping"}').plain)
      await world.pass(SECOND)
    }
    expect(world.relay.source.links().lightning.lastError).toMatch(/silent/)
    world.upstream.source.batches = true
    await expectWhole()
  })
})

describe('a viewer', () => {
  const first = () => world.viewers[0]!

  it('that was away while the relay itself was loses nothing that the relay had again', async () => {
    await run()
    const { wire } = first()
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
    await expectWhole()
  })

  it('that was away when a gap was told hears of it afterwards', async () => {
    await run()
    const beganMs = world.clock.monotonicMs()
    const { wire } = first()
    world.line.up = false
    world.line.cut()
    await world.pass(7 * MINUTE)
    wire.dial = 'refused'
    wire.cut()
    world.line.up = true
    await world.pass(60 * SECOND)
    wire.dial = null
    await expectWhole({
      but: [{ fromMs: beganMs - 2 * SECOND, toMs: world.clock.monotonicMs() - 5 * MINUTE }],
      gaps: 1,
    })
  })

  it('goes on where it was when the relay was started anew', async () => {
    await run()
    await world.stopRelay()
    await world.pass(3 * MINUTE)
    await world.startRelay()
    await expectWhole()
  })

  it('on a line that is half-open finds out, and loses nothing', async () => {
    await run()
    first().wire.halfOpen()
    await world.pass(90 * SECOND)
    await expectWhole()
  })

  it('that never reads is let go, and delays nobody', async () => {
    await run({ strikesPerSecond: 100, maxBufferedBytes: 256 * 1024 })
    const { wire } = first()
    const socket = await world.subscribeUnread(wire)
    for (let i = 0; i < 60; i++) {
      await world.pass(SECOND)
      for (const viewer of world.viewers) expect(strikesOf(world, viewer).lost).toEqual([])
    }
    expect(world.relay.server.counters().sockets.slowClosed).toBe(1)
    expect(world.relay.server.viewers().lightning).toBe(world.viewers.length)
    socket.close()
    await expectWhole()
  })

  it('whose token is refused gets another one', async () => {
    await run()
    const { wire } = first()
    wire.dial = { status: 401 }
    wire.rest = { status: 401 }
    wire.cut()
    await world.pass(3 * MINUTE)
    wire.dial = null
    wire.rest = null
    await expectWhole()
  })
})
