import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { textFrame } from '../../server/contract/sockets/fan-out.ts'
import type { FaultWorld } from './fault-world.ts'
import type { DialFault, RestFault, Wire } from './wire.ts'

type End = () => void | Promise<void>

/** Begins a fault; the returned function ends it. */
type Begin = (world: FaultWorld) => End | Promise<End>

export interface FaultStep {
  name: string
  begin: Begin
  forMs: number
  /** Duration without faults afterwards. */
  calmMs: number
}

const PATHS = [LIGHTNING_PATHS.socket, METAR_PATHS.parsedSocket, undefined] as const
const CODES = [1000, 1001, 1011, 4001, 4008, 4009, 4999]
const REST: RestFault[] = [
  { status: 429 },
  { status: 429, retryAfter: '10' },
  { status: 500 },
  { status: 502, html: true },
  { status: 503, retryAfter: '10' },
  'html',
  'envelope',
  'truncated',
  'garbled',
  'empty',
  'hang',
  'hang-in-body',
  'reset',
]
const DIAL: DialFault[] = ['refused', 'silent', { status: 403 }, { status: 429 }, { status: 503 }]
/** Of the relay's way to its upstream, or of the first viewer's to the relay. */
const ENDS = ['line', 'viewer'] as const

const nothing = () => {}
/** Maximum time to detect a silent connection. */
const SILENT_AT_MOST_MS = 12_500

function named(name: string, begin: Begin) {
  return { name, begin }
}

const wireOf = (world: FaultWorld, end: (typeof ENDS)[number]): Wire =>
  end === 'line' ? world.line : world.viewers[0]!.wire

const onWire = fc.constantFrom(...ENDS).chain((end) => {
  const one = (name: string, act: (wire: Wire) => (() => void) | undefined) =>
    named(`${end}: ${name}`, (world) => act(wireOf(world, end)) ?? nothing)
  const path = fc.constantFrom(...PATHS)
  const words = (of: unknown) => JSON.stringify(of) ?? 'both'
  return fc.oneof(
    path.map((on) => one(`cut ${words(on)}`, (wire) => void wire.cut(on))),
    path.map((on) => one(`half-open ${words(on)}`, (wire) => void wire.halfOpen(on, 60_000))),
    path.map((on) => one(`truncated ${words(on)}`, (wire) => void wire.truncate(on))),
    path.map((on) =>
      one(`garbled ${words(on)}`, (wire) => void wire.mangle((bytes) => Buffer.alloc(bytes.length, 0xa5), on)),
    ),
    path.map((on) =>
      one(`gibberish ${words(on)}`, (wire) => void wire.mangle(() => textFrame('{"type":"new_strikes"').plain, on)),
    ),
    path.map((on) =>
      one(`stalled ${words(on)}`, (wire) => {
        wire.stall(on)
        return () => wire.resume(on)
      }),
    ),
    fc.constantFrom(...REST).map((fault) =>
      one(`cut, REST ${words(fault)}`, (wire) => {
        wire.rest = fault
        wire.cut()
        return () => {
          wire.rest = null
        }
      }),
    ),
    fc.constantFrom(...DIAL).map((fault) =>
      one(`cut, dial ${words(fault)}`, (wire) => {
        wire.dial = fault
        wire.cut()
        return () => {
          wire.dial = null
        }
      }),
    ),
    fc.tuple(fc.constantFrom(...DIAL), fc.constantFrom(...REST)).map(([dial, rest]) =>
      one(`cut, dial ${words(dial)}, REST ${words(rest)}`, (wire) => {
        wire.dial = dial
        wire.rest = rest
        wire.cut()
        return () => {
          wire.dial = null
          wire.rest = null
        }
      }),
    ),
    fc.constant(
      one('nothing gets through', (wire) => {
        wire.up = false
        wire.halfOpen(undefined, 60_000)
        return () => {
          wire.up = true
        }
      }),
    ),
    fc.tuple(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 1, max: 5_000 })).map(([latencyMs, restLatencyMs]) =>
      one(`slow by ${latencyMs} and ${restLatencyMs} ms`, (wire) => {
        const before = { latencyMs: wire.latencyMs, restLatencyMs: wire.restLatencyMs }
        Object.assign(wire, { latencyMs, restLatencyMs })
        return () => void Object.assign(wire, before)
      }),
    ),
  )
})

const onUpstream = fc.oneof(
  fc.constantFrom(...CODES).map((code) =>
    named(`closed with ${code}`, (world) => {
      world.upstream.server.closeAll(code, 'a fault')
      return nothing
    }),
  ),
  fc.constant(
    named('key refused', (world) => {
      world.upstream.acceptsKey = false
      world.upstream.server.closeAll(4001, 'unauthorised')
      return () => {
        world.upstream.acceptsKey = true
      }
    }),
  ),
  fc.constant(
    named('the relay is away', async (world) => {
      if (!world.hasHistory) return nothing
      await world.stopRelay()
      return () => world.startRelay()
    }),
  ),
  fc.constant(named('slots taken', (world) => world.takeSlots(3))),
  fc.constant(
    named('no batches', (world) => {
      const { source } = world.upstream
      source.batches = false
      const beganMs = world.clock.monotonicMs()
      const stop = world.clock.every(1_000, () => {
        const forMs = world.clock.monotonicMs() - beganMs
        if (forMs > SILENT_AT_MOST_MS && world.linkState() === 'live') world.calledLive.push(forMs)
      })
      return () => {
        stop()
        source.batches = true
      }
    }),
  ),
  fc.integer({ min: 1, max: 2_000 }).map((count) =>
    named(`${count} strikes at once, some twice`, (world) => {
      const { source } = world.upstream
      for (let i = 0; i < count; i++) {
        const record = source.strike()
        if (i % 5 === 0) source.sendOdd([{ ...record, region: 5 }])
      }
      return nothing
    }),
  ),
  // A viewer measures by its server's clock, so a step in its break lengthens it.
  fc.integer({ min: -30_000, max: 30_000 }).map((ms) =>
    named(`the relay's clock put by ${ms} ms`, (world) => {
      world.relayClock.step(ms)
      return nothing
    }),
  ),
)

/** Damage to a history file, or to its write-ahead log, found at a restart. */
const DAMAGE: Record<string, (file: string) => void> = {
  'as it was': nothing,
  'cut short': (file) => truncateSync(file, readFileSync(file).length >> 1),
  empty: (file) => writeFileSync(file, ''),
  scrambled: (file) => writeFileSync(file, readFileSync(file).fill(0xa5, 4_096)),
  'its log cut short': (file) => truncateSync(`${file}-wal`, readFileSync(`${file}-wal`).length >> 1),
  'its log garbage': (file) => writeFileSync(`${file}-wal`, Buffer.alloc(readFileSync(`${file}-wal`).length, 0xa5)),
  'its log scrambled': (file) => writeFileSync(`${file}-wal`, readFileSync(`${file}-wal`).fill(0xa5, 20_000)),
  'its log gone': (file) => rmSync(`${file}-wal`),
}

/** Faults excluded from the short interruptions of `faultStep`. */
const onRelay = fc.oneof(
  fc.constantFrom(...Object.keys(DAMAGE)).map((how) =>
    named(`the relay is killed, its history ${how}`, async (world) => {
      if (!world.hasFile) return nothing
      await world.killRelay(DAMAGE[how]!)
      return () => world.startRelay()
    }),
  ),
  fc.integer({ min: 1_000, max: 20_000 }).map((ms) =>
    named(`the relay is blocked for ${ms} ms`, async (world) => {
      await world.standStill(ms)
      return nothing
    }),
  ),
  fc.constantFrom(...ENDS).map((end) =>
    named(`${end}: reordered`, (world) => {
      const wire = wireOf(world, end)
      wire.reorders = true
      return () => {
        wire.reorders = false
      }
    }),
  ),
)

function stepOf(...faults: fc.WeightedArbitrary<ReturnType<typeof named>>[]): fc.Arbitrary<FaultStep> {
  return fc
    .record({
      fault: fc.oneof(...faults),
      forMs: fc.integer({ min: 0, max: 120_000 }),
      calmMs: fc.integer({ min: 0, max: 90_000 }),
    })
    .map(({ fault, ...times }) => ({ ...fault, ...times, toString: () => `${fault.name} for ${times.forMs} ms` }))
}

/** A fault for a while, followed by a pause. */
export const faultStep = stepOf({ weight: 3, arbitrary: onWire }, { weight: 2, arbitrary: onUpstream })

/** The upstream's retention, less the duration of the last attempt and its response. */
const BAD_AT_MOST_MS = 220_000
/** After this long everything is whole again. */
const GOOD_AGAIN_MS = 100_000

/** The same for longer, with faults that REST cannot backfill: the upstream's retention may end before recovery. */
export const longFaultStep: fc.Arbitrary<FaultStep> = fc
  .tuple(
    stepOf({ weight: 3, arbitrary: onWire }, { weight: 2, arbitrary: onUpstream }, { weight: 1, arbitrary: onRelay }),
    fc.integer({ min: 0, max: 600_000 }),
  )
  .map(([step, forMs]) => ({ ...step, forMs, toString: () => `${step.name} for ${forMs} ms` }))

/** Runs the steps unchanged. */
export async function runSteps(world: FaultWorld, steps: readonly FaultStep[]): Promise<void> {
  for (const { begin, forMs, calmMs } of steps) {
    const end = await begin(world)
    await world.pass(forMs)
    await end()
    await world.pass(calmMs)
  }
}

/** Runs the steps; inserts a pause after nearly five minutes of consecutive faults. */
export async function runSchedule(world: FaultWorld, steps: readonly FaultStep[]): Promise<void> {
  let badMs = 0
  for (const { begin, forMs, calmMs } of steps) {
    if (badMs + forMs > BAD_AT_MOST_MS) {
      await world.pass(GOOD_AGAIN_MS)
      badMs = 0
    }
    const end = await begin(world)
    await world.pass(forMs)
    await end()
    await world.pass(calmMs)
    badMs = calmMs >= GOOD_AGAIN_MS ? 0 : badMs + forMs + calmMs
  }
}
