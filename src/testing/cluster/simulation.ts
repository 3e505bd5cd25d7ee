import fc from 'fast-check'
import { expect } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'
import { createClusterProcess, createSharedEngine } from './cluster-process.ts'
import { createFakeUpstream } from './fake-upstream.ts'
import { createSimulatedWay, type WayFaults } from './simulated-way.ts'

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

const FAULTS_OF_ONE: Record<string, { is: Partial<WayFaults>; was: Partial<WayFaults> }> = {
  partitioned: { is: { isPartitioned: true }, was: { isPartitioned: false } },
  lossy: { is: { lossPercent: 30 }, was: { lossPercent: 0 } },
  slow: { is: { latencyMs: 900 }, was: { latencyMs: 20 } },
}

const fault = fc.record({
  kind: fc.constantFrom(
    'asleep',
    'crashed',
    'partitioned',
    'lossy',
    'slow',
    'socket breaks',
    'servers elect',
    'no server',
    'log loses its end',
    'restarted',
    'lease loses its end',
  ),
  who: fc.integer({ min: 0, max: PROCESSES - 1 }),
  afterMs: fc.integer({ min: 0, max: 15_000 }),
  forMs: fc.integer({ min: 100, max: 45_000 }),
})

type Fault = typeof fault extends fc.Arbitrary<infer T> ? T : never

/** Faults that follow each other, and overlap. */
export const plans = fc.record({ seed: fc.nat(), faults: fc.array(fault, { minLength: 1, maxLength: 6 }) })

/**
 * Three processes with fakes of NATS, the upstream and the clock, through faults. Throws if two processes are the leader at a time, more
 * than two requests reach the upstream in a second, a strike is lost or doubled, or without one leader, one second line and three sockets
 * at the end.
 */
export async function simulate({ seed, faults }: { seed: number; faults: Fault[] }): Promise<void> {
  const random = seededRandom(seed)
  const clock = createFakeClock()
  const engine = createSharedEngine()
  const upstream = createFakeUpstream(clock)
  clock.every(STRIKE_EVERY_MS, () => upstream.strikes.strike(2_000))
  const ofAll = { isElecting: false, isEngineGone: false }

  function join() {
    const way = createSimulatedWay(clock, random)
    const reached = way.upstream(upstream)
    const made = createClusterProcess(way.reach(engine), way.clock, reached)
    const process: Process = { ...made, way, closeSockets: reached.closeAll, waiting: 0 }
    tell(process)
    return process
  }
  type Process = ReturnType<typeof createClusterProcess> & {
    way: ReturnType<typeof createSimulatedWay>
    closeSockets(): void
    /** Questions without an answer. */
    waiting: number
  }

  function tell({ way, faults }: Process): void {
    way.faults.isElecting = ofAll.isElecting || ofAll.isEngineGone
    way.faults.isPartitioned = ofAll.isEngineGone
    faults.isEngineGone = ofAll.isEngineGone
  }

  const processes: (Process | null)[] = Array.from({ length: PROCESSES }, join)
  const alive = () => processes.filter((each) => each !== null)
  const leaders = () => alive().filter(({ leader }) => leader.leads()).length
  let leadersMost = 0
  clock.every(LOOK_EVERY_MS, () => {
    leadersMost = Math.max(leadersMost, leaders())
  })

  let questions = 0
  clock.every(QUESTION_EVERY_MS, () => {
    for (const each of alive().filter(({ waiting }) => waiting < QUESTIONS_MAX)) {
      const query = { lat: String(questions % 80), lon: String(questions % 170) }
      const answer = each.leader.answer({ about: 'standard', endpoint: 'observationAtPoint', query, asker: '' })
      questions++
      if (!answer) continue
      each.waiting++
      const end = () => {
        each.waiting--
      }
      answer.then(end, end)
    }
  })

  /** Returns a function that ends the fault. */
  function begin({ kind, who, forMs }: Fault): () => void {
    if (kind === 'log loses its end') engine.loseEnd(Math.min(engine.messages.length, 1 + (forMs % 5)))
    if (kind === 'lease loses its end') engine.cells.leader.loseLatest(1 + (forMs % LEASE_WRITES_LOST))
    if (kind === 'socket breaks') upstream.strikes.sockets.held[who]?.drop()
    if (kind === 'servers elect' || kind === 'no server') {
      const of = kind === 'no server' ? 'isEngineGone' : 'isElecting'
      const set = (is: boolean) => {
        ofAll[of] = is
        for (const each of alive()) tell(each)
      }
      set(true)
      return () => set(false)
    }
    const one = processes[who]
    if (!one) return () => {}
    const { faults, wake } = one.way
    if (kind === 'asleep') {
      faults.isAsleep = true
      return wake
    }
    if (kind === 'crashed' || kind === 'restarted') {
      const handedOver = kind === 'restarted' ? [one.leader.handOver(), one.second.handOver()] : []
      const ended = Promise.all(handedOver).then(() => {
        faults.isCrashed = true
        one.closeSockets()
        if (processes[who] === one) processes[who] = null
      })
      return () =>
        void ended.then(() => {
          processes[who] ??= join()
        })
    }
    Object.assign(faults, FAULTS_OF_ONE[kind]?.is)
    return () => Object.assign(faults, FAULTS_OF_ONE[kind]?.was)
  }

  const isWell = () =>
    leaders() === 1 &&
    alive().length === PROCESSES &&
    alive().filter(({ second }) => second.isLive()).length === 1 &&
    upstream.held() === SOCKETS_PER_APPLICATION &&
    alive().every(({ told, logged }) => lacking(told, upstream).length + lacking(logged, upstream).length === 0)

  await pass(clock, BEGIN_MS)
  let lastMs = clock.monotonicMs()
  for (const each of faults) {
    await pass(clock, each.afterMs)
    clock.after(each.forMs, begin(each))
    lastMs = Math.max(lastMs, clock.monotonicMs() + each.forMs)
  }
  await pass(clock, lastMs - clock.monotonicMs() + 1)
  for (let waitedMs = 0; waitedMs < RECOVERY_MOST_MS && !isWell(); waitedMs += RECOVERY_STEP_MS) {
    await pass(clock, RECOVERY_STEP_MS)
  }
  await pass(clock, RECOVERY_STEP_MS)

  // Where its stream loses a lease, its holder learns of it by the next renewal.
  expect(leadersMost).toBeLessThanOrEqual(faults.some(({ kind }) => kind === 'lease loses its end') ? 2 : 1)
  expect(mostInASecond(upstream.seen.requestsMs)).toBeLessThanOrEqual(HTTP_REQUESTS_PER_SECOND)
  expect(upstream.seen.socketsMost).toBeLessThanOrEqual(SOCKETS_PER_APPLICATION)
  expect([alive().length, leaders()]).toEqual([PROCESSES, 1])
  expect([alive().filter(({ second }) => second.isLive()).length, upstream.held()]).toEqual([
    1,
    SOCKETS_PER_APPLICATION,
  ])
  for (const each of alive()) expectWhole(each, upstream)
}

/** Long answers are read in several turns of the event loop. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += TURN_EVERY_MS) {
    await clock.advance(Math.min(TURN_EVERY_MS, ms - passedMs))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Every strike was delivered once, and is recorded. */
function expectWhole(
  { told, logged, shared }: Pick<ReturnType<typeof createClusterProcess>, 'told' | 'logged' | 'shared'>,
  upstream: ReturnType<typeof createFakeUpstream>,
): void {
  expect(new Set(told.strikes.map(strikeIdentity)).size).toBe(told.strikes.length)
  expect([lacking(told, upstream), lacking(logged, upstream)]).toEqual([[], []])
  expect(shared.links().lightning.state).toBe('live')
}

function lacking(has: { strikes: StrikeRecord[] }, { strikes }: ReturnType<typeof createFakeUpstream>): string[] {
  const ids = new Set(has.strikes.map(strikeIdentity))
  return strikes.identities.slice(0, -LATEST_STRIKES).filter((id) => !ids.has(id))
}

function mostInASecond(timesMs: readonly number[]): number {
  return Math.max(0, ...timesMs.map((ms) => timesMs.filter((each) => each >= ms && each - ms < 1_000).length))
}
