import { expect, it } from 'vitest'
import { strikeIdentity } from '../../../contract/lightning.ts'
import { createFakeUpstream } from '../../../testing/cluster/fake-upstream.ts'
import { createLeadingProcess, createSharedEngine } from '../../../testing/cluster/leading-process.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'

type Process = ReturnType<typeof createLeadingProcess>

/** Three processes, of which the first one leads and another one holds a socket in spare; a strike comes each 50 ms. */
async function setUp() {
  const clock = createFakeClock()
  const engine = createSharedEngine()
  const upstream = createFakeUpstream(clock)
  clock.every(50, () => void upstream.strikes.strike(400))
  const processes: Process[] = []
  for (let i = 0; i < 3; i++) {
    processes.push(createLeadingProcess(engine, clock, upstream))
    await clock.advance(2_000)
  }
  await clock.advance(20_000)
  const leading = () => processes.map(({ leading }) => leading.leads())
  expect([leading(), upstream.held(), upstream.seen.refused]).toEqual([[true, false, false], 3, 0])
  return { clock, engine, upstream, processes, leading }
}

/** How long at most each of them told no batch meanwhile, ms, and how the line was told to be. */
async function through({ clock }: { clock: ReturnType<typeof createFakeClock> }, processes: Process[], ms: number) {
  const quiet = processes.map(() => ({ ms: 0, mostMs: 0, states: new Set<string>() }))
  for (let passedMs = 0; passedMs < ms; passedMs += 50) {
    const batches = processes.map(({ told }) => told.places.length)
    await clock.advance(50)
    for (const [i, { told, followed }] of processes.entries()) {
      const of = quiet[i]!
      of.ms = told.places.length > batches[i]! ? 0 : of.ms + 50
      of.mostMs = Math.max(of.mostMs, of.ms)
      of.states.add(followed.links().lightning.state)
    }
  }
  return quiet.map(({ mostMs, states }) => ({ mostMs, states: [...states] }))
}

const sorted = (ids: readonly string[]) => [...ids].sort()
const ids = ({ told }: Process) => sorted(told.strikes.map(strikeIdentity))

/** All that the upstream sent is at each of them, once, but for what comes by the next batch. */
function expectWhole({ upstream }: Pick<Awaited<ReturnType<typeof setUp>>, 'upstream'>, processes: Process[]): void {
  for (const process of processes) {
    const has = ids(process)
    const sent = upstream.strikes.identities.slice(0, -40)
    expect(has).toEqual([...new Set(has)])
    expect(sent.filter((id) => !has.includes(id))).toEqual([])
  }
}

function mostInOneSecond(atMs: readonly number[]): number {
  return Math.max(0, ...atMs.map((fromMs) => atMs.filter((ms) => ms >= fromMs && ms < fromMs + 1_000).length))
}

it('nobody else misses a second where the one that leads is cut off, and all have all of it once', async () => {
  const world = await setUp()
  const { clock, upstream, processes, leading } = world
  const [leader, ...others] = processes as [Process, Process, Process]
  leader.cut(false)
  const told = await through(world, others, 20_000)
  expect(told.map(({ states }) => states)).toEqual([['live'], ['live']])
  for (const { mostMs } of told) expect(mostMs).toBeLessThanOrEqual(1_350)
  expect(leading().filter(Boolean)).toHaveLength(1)
  expect(leading()[0]).toBe(false)
  expectWhole(world, others)
  leader.mend()
  await clock.advance(60_000)
  expectWhole(world, processes)
  expect(leading()[0]).toBe(false)
  // The one that leads has two of them, and another one holds the third again.
  expect([upstream.held(), upstream.seen.socketsMost]).toEqual([3, 3])
  expect(mostInOneSecond(upstream.seen.requestsMs)).toBeLessThanOrEqual(2)
})

it('takes the log from nobody where the process with the line is the one that is cut off, also when it is back', async () => {
  const world = await setUp()
  const { clock, engine, processes, leading } = world
  const terms = () => engine.messages.flat().filter(({ of }) => of === 'term').length
  const before = terms()
  const [leader, first, last] = processes as [Process, Process, Process]
  for (const cutMs of [300, 900, 8_000]) {
    first.cut(false)
    for (const { mostMs } of await through(world, [leader, last], cutMs)) expect(mostMs).toBeLessThanOrEqual(1_150)
    first.mend()
    for (const { mostMs } of await through(world, [leader, last], 30_000)) expect(mostMs).toBeLessThanOrEqual(1_150)
  }
  expect([leading(), terms() - before]).toEqual([[true, false, false], 0])
  await clock.advance(5_000)
  expectWhole(world, processes)
})

it('asks the upstream nothing before it has the lease, and a second has passed since whatever the one before may have asked', async () => {
  const world = await setUp()
  const { clock, engine, upstream, processes, leading } = world
  const terms = () => engine.messages.flat().filter(({ of }) => of === 'term').length
  const before = terms()
  processes[0]!.cut(false)
  const cutMs = clock.monotonicMs()
  await clock.advance(1_000)
  expect([leading().slice(1), terms() - before]).toEqual([[false, false], 1])
  await clock.advance(10_000)
  const [first] = upstream.seen.requestsMs.filter((ms) => ms >= cutMs + 550)
  expect(first! - cutMs).toBeGreaterThan(1_500)
})

it('follows again where the one that led was not heard for a moment, and another one took its place', async () => {
  const world = await setUp()
  const { clock, processes, leading, upstream } = world
  // Nobody hears it, though it writes.
  processes[0]!.deafen(true)
  const told = await through(world, processes, 15_000)
  for (const { mostMs, states } of told) {
    expect(mostMs).toBeLessThanOrEqual(1_350)
    expect(states).toEqual(['live'])
  }
  processes[0]!.deafen(false)
  await clock.advance(60_000)
  expect(leading().filter(Boolean)).toHaveLength(1)
  expectWhole(world, processes)
  expect([upstream.held(), upstream.seen.socketsMost]).toEqual([3, 3])
  expect(mostInOneSecond(upstream.seen.requestsMs)).toBeLessThanOrEqual(2)
})

it('goes on by the spare line where the lead is handed over', async () => {
  const world = await setUp()
  const { processes, upstream } = world
  const [leader, ...others] = processes as [Process, Process, Process]
  void leader.leading.handOver()
  for (const { mostMs, states } of await through(world, others, 10_000)) {
    expect(mostMs).toBeLessThanOrEqual(1_200)
    expect(states).toEqual(['live'])
  }
  expectWhole(world, others)
  expect(upstream.seen.socketsMost).toBe(3)
  expect(mostInOneSecond(upstream.seen.requestsMs)).toBeLessThanOrEqual(2)
})

it.each([
  ['is gone', (leader: Process) => leader.cut(false)],
  ['hands it over', (leader: Process) => void leader.leading.handOver()],
])(
  'leaves the lead to the process with the socket where the one that leads %s, though another one looks first',
  async (_, go) => {
    const world = await setUp()
    const { clock, processes, leading } = world
    const [leader, first, last] = processes as [Process, Process, Process]
    first.cut(false)
    await clock.advance(30_000)
    first.mend()
    await clock.advance(10_000)
    go(leader)
    for (const { mostMs } of await through(world, [first, last], 10_000)) expect(mostMs).toBeLessThanOrEqual(1_350)
    expect(leading()).toEqual([false, false, true])
    expectWhole(world, [first, last])
  },
)

it('gives the socket back where a line of the one that leads is moved to another one', async () => {
  const world = await setUp()
  const { clock, upstream, processes, leading } = world
  upstream.strikes.notice()
  for (const { mostMs } of await through(world, processes, 10_000)) expect(mostMs).toBeLessThanOrEqual(1_200)
  expect([leading()[0], upstream.seen.refused, upstream.held()]).toEqual([true, 0, 2])
  await clock.advance(30_000)
  expect(upstream.held()).toBe(3)
  expectWhole(world, processes)
})

it('finds another process for the socket where the one that held it is gone', async () => {
  const world = await setUp()
  const { clock, upstream, processes, leading } = world
  const before = upstream.strikes.sockets.held.length
  expect(before).toBe(2)
  processes[1]!.cut(false)
  await clock.advance(30_000)
  // Whoever was cut off holds none after a while, as it hears of nobody who leads.
  expect([leading()[0], upstream.held()]).toEqual([true, 3])
  processes[0]!.cut(false)
  const [last] = await through(world, [processes[2]!], 10_000)
  expect(last!.mostMs).toBeLessThanOrEqual(1_350)
  expectWhole(world, [processes[2]!])
})
