import { expect, it } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { createLeadingProcess, createSharedEngine } from '../../testing/cluster/leading-process.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'

const MINUTE = 60_000

/** Two processes, of which the first one leads. */
async function setUp() {
  const clock = createFakeClock()
  const engine = createSharedEngine()
  const leader = createLeadingProcess(engine, clock)
  await clock.advance(2_000)
  const other = createLeadingProcess(engine, clock)
  await clock.advance(20_000)
  expect([leader.leading.leads(), other.leading.leads()]).toEqual([true, false])
  return { clock, engine, leader, other }
}

const ids = (strikes: StrikeRecord[]) => strikes.map(strikeIdentity)
const each = (strikes: StrikeRecord[]) => [...new Set(ids(strikes))].sort()
/** Those that come more often than once, of those that another one was told once: the simulator tells some again. */
function twice(strikes: StrikeRecord[], other: StrikeRecord[]): string[] {
  const timesOf = (list: StrikeRecord[]) => Map.groupBy(ids(list), (id) => id)
  const [here, there] = [timesOf(strikes), timesOf(other)]
  return [...here.keys()].filter((id) => here.get(id)!.length > 1 && there.get(id)?.length === 1)
}
const lightning = ({ followed }: ReturnType<typeof createLeadingProcess>) => followed.links().lightning.state

it('who leads goes on for its own viewers while NATS is away, and all have all of it once when it is back', async () => {
  const { clock, leader, other } = await setUp()
  leader.cut(true)
  other.cut(true)
  const before = {
    leader: leader.told.places.length,
    other: other.told.strikes.length,
    logged: leader.logged.strikes.length,
  }
  let quietMs = 0
  for (let lookedMs = 0; lookedMs < MINUTE; lookedMs += 100) {
    const batches = leader.told.places.length
    await clock.advance(100)
    if (lookedMs > 2_000) quietMs = leader.told.places.length > batches ? 0 : quietMs + 100
    expect(quietMs).toBeLessThan(1_500)
    if (lookedMs > 4_000) expect([lightning(leader), lightning(other)]).toEqual(['live', 'down'])
  }
  expect(leader.told.places.length - before.leader).toBeGreaterThan(55)
  expect([leader.leading.leads(), leader.leading.goesOn()]).toEqual([false, true])
  expect([other.told.strikes.length, leader.logged.strikes.length]).toEqual([before.other, before.logged])

  other.mend()
  await clock.advance(300)
  leader.mend()
  await clock.advance(5_000)
  expect([leader.leading.leads(), leader.leading.goesOn(), leader.events.givenBack]).toEqual([true, false, 0])
  expect([lightning(leader), lightning(other)]).toEqual(['live', 'live'])
  expect(other.told.strikes).toEqual(leader.told.strikes)
  for (const { logged } of [leader, other]) expect(logged.strikes).toEqual(leader.told.strikes)
  expect(leader.followed.position!()).toBe(other.followed.position!())
})

it('names the places of what it tells alone as nobody else does, and puts it there', async () => {
  const { clock, leader, other } = await setUp()
  leader.cut(true)
  other.cut(true)
  const { position, toldPosition } = leader.followed
  await clock.advance(10_000)
  expect(position!()).toMatch(/^log-/)
  const ahead = leader.told.places.filter((place) => !place.startsWith('log-'))
  expect(ahead.length).toBeGreaterThan(7)
  expect(new Set(ahead.map((place) => place.split('-')[0])).size).toBe(1)
  expect(toldPosition!().split('-')[1]).toBe(position!().split('-')[1])
  leader.mend()
  other.mend()
  await clock.advance(5_000)
  expect(toldPosition!()).toBe(position!())
  // The batch of each message is at the place that was told for it.
  const numbers = (places: string[]) => places.map((place) => Number(place.split('-')[1]))
  expect(numbers(leader.told.places).slice(-12)).toEqual(numbers(other.told.places).slice(-12))
})

it('another one that takes the lead tells what was missed: nobody has it twice, and viewers are sent there', async () => {
  const { clock, leader, other } = await setUp()
  leader.cut(true)
  other.cut(true)
  await clock.advance(30_000)
  const known = leader.told.strikes.length
  other.mend()
  await clock.advance(5_000)
  expect(other.leading.leads()).toBe(true)
  expect(leader.told.strikes.length).toBeGreaterThan(known)
  leader.mend()
  await clock.advance(1_000)
  expect([leader.events.givenBack, leader.leading.goesOn(), leader.leading.leads()]).toEqual([1, false, false])
  await clock.advance(20_000)
  expect(leader.followed.isOwed()).toBe(false)
  expect(each(leader.told.strikes)).toEqual(each(other.told.strikes))
  expect(twice(leader.told.strikes, other.told.strikes)).toEqual([])
  expect(leader.logged.strikes).toEqual(other.logged.strikes)
})

it('goes on no more after five minutes, nor where its servers are there and it does not lead within half a minute', async () => {
  for (const [comesBack, afterMs] of [
    [false, 5 * MINUTE],
    [true, 30_000],
  ] as const) {
    const { clock, leader, other } = await setUp()
    leader.cut(true)
    other.cut(true)
    await clock.advance(3_000)
    leader.events.isEngineGone = !comesBack
    await clock.advance(afterMs - 4_000)
    expect([leader.leading.goesOn(), leader.events.givenBack]).toEqual([true, 0])
    await clock.advance(5_000)
    expect([leader.leading.goesOn(), leader.events.givenBack, leader.followed.isOwed()]).toEqual([false, 1, true])
    const known = leader.told.strikes.length
    await clock.advance(10_000)
    expect([leader.told.strikes.length, lightning(leader)]).toEqual([known, 'down'])
  }
})

it('ends its lines at once where its servers are silent: another one may lead', async () => {
  const { clock, leader, other } = await setUp()
  leader.cut(false)
  const known = leader.told.strikes.length
  await clock.advance(10_000)
  expect([leader.leading.goesOn(), leader.told.strikes.length]).toEqual([false, known])
  expect([other.leading.leads(), lightning(other), lightning(leader)]).toEqual([true, 'live', 'down'])
})

it.each([
  ['the log takes nothing for the rest of five minutes', 5 * MINUTE, () => {}],
  [
    'more is told than can be gone through',
    10_000,
    ({ followed }: ReturnType<typeof createLeadingProcess>) => {
      followed.takeAhead = () => false
    },
  ],
])('gives up the lead, and begins anew or another one does, where NATS is back and %s', async (_, afterMs, begin) => {
  const { clock, leader, other } = await setUp()
  for (const each of [leader, other]) each.cut(true)
  await clock.advance(10_000)
  leader.cutLog(true)
  leader.mend()
  await clock.advance(1_000)
  other.mend()
  await clock.advance(1_000)
  expect([leader.leading.leads(), other.leading.leads(), leader.events.givenBack]).toEqual([true, false, 0])
  begin(leader)
  await clock.advance(afterMs)
  expect(leader.events.givenBack).toBe(1)
  leader.cutLog(false)
  await clock.advance(20_000)
  expect([leader.leading.leads(), other.leading.leads()].filter(Boolean)).toHaveLength(1)
  expect([lightning(leader), lightning(other)]).toEqual(['live', 'live'])
})
