import { expect, it } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../../contract/lightning.ts'
import { createLeadingProcess, createSharedEngine } from '../../../testing/cluster/leading-process.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'

type Process = ReturnType<typeof createLeadingProcess>

/** Three processes, of which the first one leads. */
async function setUp() {
  const clock = createFakeClock()
  const engine = createSharedEngine()
  const processes: Process[] = []
  for (let i = 0; i < 3; i++) {
    processes.push(createLeadingProcess(engine, clock))
    await clock.advance(2_000)
  }
  await clock.advance(20_000)
  const leading = () => processes.map(({ leading }) => leading.leads())
  expect(leading()).toEqual([true, false, false])
  return { clock, engine, processes, leading }
}

const ids = (strikes: StrikeRecord[]) => strikes.map(strikeIdentity)
const each = (strikes: StrikeRecord[]) => [...new Set(ids(strikes))].sort()
const lightning = ({ followed }: Process) => followed.links().lightning.state

/** What is told at each of them meanwhile, and how long nothing was at most, ms. */
async function through(clock: ReturnType<typeof createFakeClock>, processes: Process[], ms: number) {
  const quiet = processes.map(() => ({ ms: 0, mostMs: 0, states: new Set<string>() }))
  for (let passedMs = 0; passedMs < ms; passedMs += 100) {
    const batches = processes.map(({ told }) => told.places.length)
    await clock.advance(100)
    for (const [i, process] of processes.entries()) {
      const of = quiet[i]!
      of.ms = process.told.places.length > batches[i]! ? 0 : of.ms + 100
      of.mostMs = Math.max(of.mostMs, of.ms)
      of.states.add(lightning(process))
    }
  }
  return quiet
}

it.each([
  ['the log', { log: true }],
  ['the lease', { lease: true }],
  ['both', { log: true, lease: true }],
  ['both, and on who may read', { log: true, lease: true, reading: true }],
])('tells all what comes while the servers agree anew on %s, and all have it once', async (_, on) => {
  const { clock, processes, leading } = await setUp()
  const before = leading()
  for (const process of processes) process.agreesAnew(on)
  for (const { mostMs, states } of await through(clock, processes, 23_000)) {
    expect(mostMs).toBeLessThan(2_000)
    expect([...states]).toEqual(['live'])
  }
  for (const process of processes) process.agreesAnew({})
  for (const { mostMs } of await through(clock, processes, 10_000)) expect(mostMs).toBeLessThan(1_500)
  expect(leading()).toEqual(before)
  for (const { told, logged, events, followed } of processes) {
    expect(told.strikes).toEqual(processes[0]!.told.strikes)
    expect(logged.strikes).toEqual(told.strikes)
    expect([events.givenBack, followed.readNumber()]).toEqual([0, followed.takenNumber()])
  }
})

it('goes on after a moment where a machine is gone with its process and its server of NATS', async () => {
  const { clock, processes } = await setUp()
  const [leader, follower, gone] = processes as [Process, Process, Process]
  for (const process of processes) process.agreesAnew({ log: true, lease: true, reading: true })
  gone.cut(false)
  const there = [leader, follower]
  for (const { mostMs } of await through(clock, there, 15_000)) expect(mostMs).toBeLessThan(4_000)
  for (const process of there) process.agreesAnew({})
  await clock.advance(5_000)
  expect([leader.leading.leads(), leader.events.givenBack, follower.events.givenBack]).toEqual([true, 0, 0])
  for (const { told, logged } of there)
    expect([told.strikes, logged.strikes]).toEqual([leader.told.strikes, leader.told.strikes])
})

it('writes again what a log has lost of its end while the servers agreed anew, and all have everything', async () => {
  const { clock, engine, processes, leading } = await setUp()
  const sinceMs = clock.now()
  for (const process of processes) process.agreesAnew({ log: true, reading: true })
  await clock.advance(15_000)
  // A server that lacked the last of it came to lead.
  const readNumber = processes[0]!.followed.readNumber()
  engine.messages.splice(readNumber - 8)
  for (const process of processes) process.agreesAnew({})
  await clock.advance(30_000)
  expect(leading().filter(Boolean)).toHaveLength(1)
  for (const { told, logged, events, followed } of processes) {
    expect([events.givenBack, followed.readNumber()]).toEqual([0, followed.takenNumber()])
    expect(each(logged.strikes)).toEqual(each(told.strikes))
    const times = told.strikes.map(({ time }) => Number(time) / 1e6).filter((ms) => ms > sinceMs)
    const pausesMs = times.sort((a, b) => a - b).map((ms, i) => ms - (times[i - 1] ?? sinceMs))
    expect(Math.max(...pausesMs, clock.now() - times.at(-1)!)).toBeLessThan(5_000)
  }
})

it('brings what the log does not bring to one process alone, which has it once', async () => {
  const { clock, processes } = await setUp()
  processes[1]!.agreesAnew({ reading: true })
  for (const { mostMs } of await through(clock, processes, 20_000)) expect(mostMs).toBeLessThan(2_000)
  processes[1]!.agreesAnew({})
  await clock.advance(5_000)
  expect(processes[1]!.told.strikes).toEqual(processes[0]!.told.strikes)
})

it('tells nothing ahead where one of the others does not hear it: that one may come to lead', async () => {
  const { clock, processes, leading } = await setUp()
  const [leader, first, second] = processes as [Process, Process, Process]
  // Its server is cut off from the others, with it.
  leader.agreesAnew({ log: true, lease: true, reading: true })
  leader.deafen(true)
  const told = leader.told.strikes.length
  await clock.advance(10_000)
  expect([leader.told.strikes.length, leader.leading.goesOn(), leader.events.givenBack]).toEqual([told, false, 0])
  expect(leading().slice(1).filter(Boolean)).toHaveLength(1)
  leader.agreesAnew({})
  leader.deafen(false)
  await clock.advance(20_000)
  for (const { told } of [leader, first, second]) expect(each(told.strikes)).toEqual(each(first.told.strikes))
})

it('ends once another one does not hear it any more, and what was told is told by nobody again', async () => {
  const { clock, processes, leading } = await setUp()
  for (const process of processes) process.agreesAnew({ log: true, lease: true })
  await clock.advance(8_000)
  const [leader, first, second] = processes as [Process, Process, Process]
  expect(leader.leading.goesOn()).toBe(true)
  leader.deafen(true)
  const told = leader.told.strikes.length
  await clock.advance(3_000)
  expect(leader.leading.goesOn()).toBe(true)
  await clock.advance(2_000)
  expect(leader.leading.goesOn()).toBe(false)
  // Not even what it had by then: others may lead by now.
  expect(leader.told.strikes.length - told).toBeLessThan(20)
  for (const process of [first, second]) process.agreesAnew({})
  await clock.advance(8_000)
  expect(leading().slice(1).filter(Boolean)).toHaveLength(1)
  leader.agreesAnew({})
  leader.deafen(false)
  await clock.advance(30_000)
  // Who leads next has written what it had been told, at those places: nobody has anything else there.
  expect([first.events.givenBack, second.events.givenBack]).toEqual([0, 0])
  const once = (strikes: StrikeRecord[]) =>
    [...Map.groupBy(ids(strikes), (id) => id)].filter(([, all]) => all.length > 1)
  const repeated = once(first.logged.strikes).map(([id]) => id)
  for (const { told, logged } of processes) {
    expect(each(told.strikes)).toEqual(each(first.logged.strikes))
    expect(logged.strikes).toEqual(first.logged.strikes)
    expect(
      once(told.strikes)
        .map(([id]) => id)
        .filter((id) => !repeated.includes(id)),
    ).toEqual([])
  }
})

it('leaves the lead to another one, who goes on from what all were told, where the one that told it is gone', async () => {
  const { clock, processes, leading } = await setUp()
  for (const process of processes) process.agreesAnew({ log: true, lease: true, reading: true })
  await clock.advance(10_000)
  const [leader, first, second] = processes as [Process, Process, Process]
  const known = first.told.strikes.length
  leader.cut(false)
  for (const process of [first, second]) process.agreesAnew({})
  await clock.advance(10_000)
  expect(leading().slice(1).filter(Boolean)).toHaveLength(1)
  expect([first.events.givenBack, second.events.givenBack]).toEqual([0, 0])
  expect(first.logged.strikes.slice(0, known)).toEqual(first.told.strikes.slice(0, known))
  expect(first.told.strikes.length).toBeGreaterThan(known)
  expect(second.told.strikes).toEqual(first.told.strikes)
})

it('goes on where all of them have to ask another server, and hear each other again three seconds later', async () => {
  const { clock, processes, leading } = await setUp()
  for (const process of processes) process.agreesAnew({ log: true, lease: true, reading: true })
  for (const process of processes) process.deafen(true)
  await clock.advance(3_000)
  for (const process of processes) process.deafen(false)
  for (const { mostMs, states } of await through(clock, processes, 10_000)) {
    expect(mostMs).toBeLessThan(1_500)
    expect(states.has('live')).toBe(true)
  }
  for (const process of processes) process.agreesAnew({})
  await clock.advance(5_000)
  expect(leading()).toEqual([true, false, false])
  for (const { told, events } of processes) {
    expect(events.givenBack).toBe(0)
    expect(told.strikes).toEqual(processes[0]!.told.strikes)
  }
})

it('writes what it told, where it was heard by nobody for too long and is the next one that leads itself', async () => {
  const { clock, processes, leading } = await setUp()
  for (const process of processes) process.agreesAnew({ log: true, lease: true, reading: true })
  await clock.advance(8_000)
  const [leader] = processes as [Process]
  for (const process of processes) process.deafen(true)
  await clock.advance(6_000)
  const known = leader.told.strikes.length
  expect(leader.leading.goesOn()).toBe(false)
  for (const process of processes) process.deafen(false)
  for (const process of processes) process.agreesAnew({})
  await clock.advance(10_000)
  expect(leading()).toEqual([true, false, false])
  for (const { told, logged, events } of processes) {
    expect(events.givenBack).toBe(0)
    expect(told.strikes).toEqual(leader.logged.strikes)
    expect(logged.strikes).toEqual(leader.logged.strikes)
  }
  expect(leader.told.strikes.length).toBeGreaterThan(known)
})

it('keeps the lead where it alone can not renew the lease, as long as all hear it', async () => {
  const { clock, processes, leading } = await setUp()
  processes[0]!.agreesAnew({ lease: true })
  for (const { mostMs } of await through(clock, processes, 10_000)) expect(mostMs).toBeLessThan(2_000)
  expect([leading(), processes[0]!.leading.goesOn()]).toEqual([[false, false, false], true])
  processes[0]!.agreesAnew({})
  await clock.advance(5_000)
  expect(leading()).toEqual([true, false, false])
  for (const { told } of processes) expect(told.strikes).toEqual(processes[0]!.told.strikes)
})

it('does not come to lead any more once it has handed over', async () => {
  const { clock, processes, leading } = await setUp()
  const may = () => processes.map(({ leading }) => leading.mayLead())
  expect(may()).toEqual([true, true, true])
  void processes[0]!.leading.handOver()
  await clock.advance(5_000)
  expect([may(), leading()[0]]).toEqual([[false, true, true], false])
})

it('hands over within seconds though the log takes nothing from it, and all have what it had told', async () => {
  const { clock, processes, leading } = await setUp()
  processes[0]!.cutLog(true)
  await clock.advance(3_000)
  let isDone = false
  void processes[0]!.leading.handOver().then(() => {
    isDone = true
  })
  await clock.advance(2_500)
  expect([isDone, leading()[0], leading().filter(Boolean).length]).toEqual([true, false, 1])
  await clock.advance(20_000)
  for (const { told, logged } of processes) {
    expect(each(told.strikes)).toEqual(each(processes[1]!.told.strikes))
    expect(each(logged.strikes)).toEqual(each(told.strikes))
  }
})

it('takes ahead from whoever leads alone', async () => {
  const { clock, engine, processes } = await setUp()
  const [, first] = processes as [Process, Process]
  const number = first.followed.takenNumber() + 1
  const { channel } = engine.openWay()
  channel('ahead').say([{ number, entries: [], id: 'a', name: 'another' }])
  expect(first.followed.takenNumber()).toBe(number - 1)
  await clock.advance(1_000)
  expect(first.followed.readNumber()).toBe(first.followed.takenNumber())
})

it('takes nothing ahead of who led before the one that has begun by the log, though nothing else is heard of that one yet', async () => {
  const { engine, processes } = await setUp()
  const { followed } = processes[1]!
  const { channel } = engine.openWay()
  const last = followed.readNumber()
  const sayAhead = (number: number) => channel('ahead').say([{ number, entries: [], id: `${number}`, name: 'before' }])
  channel('lead').say({ id: 'before', term: last, at: { monotonicMs: 0, wallMs: 0 } })
  sayAhead(last + 1)
  expect(followed.takenNumber()).toBe(last + 1)
  await engine.log.append([{ of: 'term', holder: 'next' }], last, 'next')
  sayAhead(last + 2)
  expect([followed.readNumber(), followed.takenNumber()]).toEqual([last + 1, last + 1])
})
