import fc from 'fast-check'
import { expect } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { type ClusterProcess, createClusterProcess } from './cluster-process.ts'
import { createFakeUpstream } from './fake-upstream.ts'
import { createSharedEngine, createSimulatedWay, type WayFaults } from './simulated-way.ts'

const PROCESSES = 3
const BEGIN_MS = 20_000
const LOOK_EVERY_MS = 100
const TURN_EVERY_MS = 250
/** The longest back-off of a socket that was refused, and then some. */
const RECOVERY_MOST_MS = 150_000
const RECOVERY_STEP_MS = 10_000
const STRIKE_EVERY_MS = 300
/** The latest strikes may be in transit. */
const LATEST_STRIKES = 20
const LEASE_WRITES_LOST = 20
/** Questions keep the queue of the rate from running empty. */
const QUESTION_EVERY_MS = 200
const QUESTIONS_MAX = 3

/** Faults by what begins and ends them, of one process, or of all. */
const CHANGES: Record<string, readonly [Partial<WayFaults>, Partial<WayFaults>, 'of all'?]> = {
  partitioned: [{ isPartitioned: true }, { isPartitioned: false }],
  lossy: [{ lossPercent: 30 }, { lossPercent: 0 }],
  slow: [{ latencyMs: 900 }, { latencyMs: 20 }],
  'servers elect': [{ isElecting: true }, { isElecting: false }, 'of all'],
  'no server': [{ isEngineGone: true }, { isEngineGone: false }, 'of all'],
}
const LOSSES = ['log loses its end', 'lease loses its end']
/** In these no process keeps sockets while another one has its role. */
const SOCKETS_CLOSE = ['crashed', 'restarted', 'socket breaks']

const fault = fc.record({
  kind: fc.constantFrom('asleep', ...SOCKETS_CLOSE, ...LOSSES, ...Object.keys(CHANGES)),
  who: fc.integer({ min: 0, max: PROCESSES - 1 }),
  afterMs: fc.integer({ min: 0, max: 15_000 }),
  forMs: fc.integer({ min: 100, max: 45_000 }),
})

type Fault = typeof fault extends fc.Arbitrary<infer T> ? T : never

/** Faults that follow each other, and overlap. */
const plans = fc.record({ seed: fc.nat(), faults: fc.array(fault, { minLength: 1, maxLength: 6 }) })

/** That many plans. */
export const simulatePlans = (numRuns: number, seed: string) =>
  fc.assert(fc.asyncProperty(plans, simulate), { numRuns, seed: Number(seed), endOnFailure: true })

/** NATS, a clock, and an upstream with a strike each 300 ms, all of them fakes, which processes join. `rest`: as of the clock. */
export function createWorld(seed: number, rest?: () => Promise<void>) {
  const random = seededRandom(seed)
  const clock = createFakeClock(undefined, rest)
  const engine = createSharedEngine()
  const upstream = createFakeUpstream(clock)
  clock.every(STRIKE_EVERY_MS, () => upstream.strikes.strike(2_000))

  function lacking(has: { strikes: StrikeRecord[] }): string[] {
    const ids = new Set(has.strikes.map(strikeIdentity))
    return upstream.strikes.identities.slice(0, -LATEST_STRIKES).filter((id) => !ids.has(id))
  }

  return {
    clock,
    engine,
    upstream,
    join: () => createClusterProcess(createSimulatedWay({ clock, random, engine, upstream })),
    /** Long answers are read in several turns of the event loop. */
    async pass(ms: number): Promise<void> {
      for (let passedMs = 0; passedMs < ms; passedMs += TURN_EVERY_MS) {
        await clock.advance(Math.min(TURN_EVERY_MS, ms - passedMs))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    isWhole: ({ told, logged }: ClusterProcess) => lacking(told).length + lacking(logged).length === 0,
    /** Every strike was delivered once at these processes, and is recorded; the limits of the upstream were kept. */
    expectWhole(those: readonly ClusterProcess[]): void {
      for (const { told, logged } of those) {
        expect(new Set(told.strikes.map(strikeIdentity)).size).toBe(told.strikes.length)
        expect([lacking(told), lacking(logged)]).toEqual([[], []])
      }
      const { requestsMs } = upstream.seen
      const inASecond = requestsMs.map((ms) => requestsMs.filter((each) => each >= ms && each - ms < 1_000).length)
      expect(Math.max(0, ...inASecond)).toBeLessThanOrEqual(HTTP_REQUESTS_PER_SECOND)
    },
  }
}

/**
 * Three processes through faults. Throws if two of them are the leader at a time, more than two requests reach the upstream in a second, a
 * strike is lost or doubled, a socket is refused without need, or without one leader, one second line and three sockets at the end.
 */
export async function simulate({ seed, faults }: { seed: number; faults: Fault[] }): Promise<void> {
  const { clock, engine, upstream, pass, isWhole, expectWhole, ...world } = createWorld(seed)
  const ofAll: Partial<WayFaults> = {}
  function join(): ClusterProcess {
    const process = world.join()
    Object.assign(process.way.faults, ofAll)
    return process
  }
  const processes: (ClusterProcess | null)[] = Array.from({ length: PROCESSES }, join)
  const alive = () => processes.filter((each) => each !== null)
  const leaders = () => alive().filter(({ leader }) => leader.leads()).length
  const secondLines = () => alive().filter(({ second }) => second.isLive()).length
  let leadersMost = 0
  clock.every(LOOK_EVERY_MS, () => {
    leadersMost = Math.max(leadersMost, leaders())
  })

  /** Questions without an answer. */
  const waiting = new Map<ClusterProcess, number>()
  let questions = 0
  clock.every(QUESTION_EVERY_MS, () => {
    for (const each of alive()) {
      const count = (by: number) => waiting.set(each, (waiting.get(each) ?? 0) + by)
      if ((waiting.get(each) ?? 0) >= QUESTIONS_MAX) continue
      const query = { lat: String(questions % 80), lon: String(questions++ % 170) }
      const answer = each.leader.answer({ about: 'standard', endpoint: 'observationAtPoint', query, asker: '' })
      if (!answer) continue
      count(1)
      answer.catch(() => {}).then(() => count(-1))
    }
  })

  /** Returns a function that ends the fault. */
  function begin({ kind, who, forMs }: Fault): () => void {
    if (kind === 'log loses its end') engine.loseEnd(Math.min(engine.messages.length, 1 + (forMs % 5)))
    if (kind === 'lease loses its end') engine.cells.leader.loseLatest(1 + (forMs % LEASE_WRITES_LOST))
    if (kind === 'socket breaks') upstream.strikes.sockets.held[who]?.drop()
    const one = processes[who]
    if (CHANGES[kind]) {
      const [begins, ends, isOfAll] = CHANGES[kind]
      const set = (to: Partial<WayFaults>) => {
        if (isOfAll) Object.assign(ofAll, to)
        for (const each of alive()) if (isOfAll || each === one) Object.assign(each.way.faults, to)
      }
      set(begins)
      return () => set(ends)
    }
    if (kind === 'asleep' && one) {
      one.way.faults.isAsleep = true
      return one.way.wake
    }
    if ((kind === 'crashed' || kind === 'restarted') && one) {
      const handedOver = kind === 'restarted' ? [one.leader.handOver(), one.second.handOver()] : []
      const ended = Promise.all(handedOver).then(() => {
        one.way.crash()
        if (processes[who] === one) processes[who] = null
      })
      return () =>
        void ended.then(() => {
          processes[who] ??= join()
        })
    }
    return () => {}
  }

  const state = () => [alive().length, leaders(), secondLines(), upstream.held()]
  const WELL = [PROCESSES, 1, 1, SOCKETS_PER_APPLICATION]
  const isWell = () => state().join() === WELL.join() && alive().every(isWhole)

  await pass(BEGIN_MS)
  let lastMs = clock.monotonicMs()
  for (const each of faults) {
    await pass(each.afterMs)
    clock.after(each.forMs, begin(each))
    lastMs = Math.max(lastMs, clock.monotonicMs() + each.forMs)
  }
  await pass(lastMs - clock.monotonicMs() + 1)
  for (let waitedMs = 0; waitedMs < RECOVERY_MOST_MS && !isWell(); waitedMs += RECOVERY_STEP_MS) {
    await pass(RECOVERY_STEP_MS)
  }
  await pass(RECOVERY_STEP_MS)

  // Where its stream loses a lease, its holder learns of it by the next renewal.
  expect(leadersMost).toBeLessThanOrEqual(faults.some(({ kind }) => kind === 'lease loses its end') ? 2 : 1)
  if (faults.every(({ kind }) => SOCKETS_CLOSE.includes(kind))) expect(upstream.seen.refused).toBe(0)
  expectWhole(alive())
  expect(state()).toEqual(WELL)
  for (const { shared } of alive()) expect(shared.links().lightning.state).toBe('live')
}
