import { expect, it } from 'vitest'
import { createFakeChannels } from '../../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createPledges } from './pledges.ts'

/** So many processes, of which the first one leads. */
async function setUp(count: number) {
  const clock = createFakeClock()
  const openWay = createFakeChannels()
  const processes = Array.from({ length: count }, (_, i) => {
    const { channel, faults, by } = openWay()
    const state = { id: `lease ${i}`, term: i === 0 ? 7 : null, taken: 20 + i, faults, by, isThere: true }
    const { id } = state
    clock.every(500, () => state.isThere && channel('there').say(null))
    const pledges = createPledges({
      ...{ id, channel, clock, term: () => state.term },
      ...{ readTerm: () => 0, takenNumber: () => state.taken },
    })
    return Object.assign(state, { pledges })
  })
  await clock.advance(2_000)
  return { clock, openWay, processes: processes as [(typeof processes)[number], ...typeof processes] }
}

it('are given to the one that leads by all who hear it, with what they have told', async () => {
  const { processes } = await setUp(3)
  const [leader, ...others] = processes
  expect([leader.pledges.areHeld(), leader.pledges.areHeldLately(500), leader.pledges.leastTaken()]).toEqual([
    true,
    true,
    21,
  ])
  for (const { pledges } of others) {
    expect([pledges.isGivenTo('lease 0'), pledges.isGivenTo('lease 1'), pledges.isLatest(leader.by)]).toEqual([
      true,
      false,
      true,
    ])
    expect(pledges.areHeld()).toBe(false)
  }
  expect(leader.pledges.isGivenTo('lease 0')).toBe(false)
})

it('end at the one that leads before they end at whoever gave them', async () => {
  const { clock, processes } = await setUp(2)
  const [leader, other] = processes
  leader!.faults.isOut = true
  const ends: string[] = []
  for (let ms = 0; ms < 3_000; ms += 10) {
    await clock.advance(10)
    if (!leader.pledges.areHeld() && !ends.includes('held')) ends.push('held')
    if (!other!.pledges.isGivenTo('lease 0') && !ends.includes('given')) ends.push('given')
    // By its own clock, at most 1.3 s after it was heard last.
    if (ms === 1_300) expect(ends[0]).toBe('held')
  }
  expect(ends).toEqual(['held', 'given'])
})

it('are missed of one that was heard lately, and of most of those that were within a minute', async () => {
  const { clock, processes } = await setUp(3)
  const [leader, first, second] = processes
  second!.faults.isOut = true
  await clock.advance(2_000)
  expect(leader.pledges.areHeld()).toBe(false)
  await clock.advance(4_000)
  expect(leader.pledges.areHeld()).toBe(true)
  // Who hears nobody any more is the one that is cut off, however long that lasts.
  first!.faults.isOut = true
  for (let s = 0; s < 50; s += 5) {
    await clock.advance(5_000)
    expect(leader.pledges.areHeld()).toBe(false)
  }
})

it('are not given by who knows of a later term, and count no more where one is heard', async () => {
  const { clock, processes } = await setUp(3)
  const [leader, first, second] = processes
  first!.term = 9
  await clock.advance(2_000)
  expect([leader.pledges.areHeld(), first!.pledges.areHeld()]).toEqual([false, true])
  expect([second!.pledges.isGivenTo('lease 0'), second!.pledges.isGivenTo('lease 1')]).toEqual([false, true])
  expect([second!.pledges.isLatest(leader.by), second!.pledges.isLatest(first!.by)]).toEqual([false, true])
  // Another log may have begun, where the later term is not heard any more.
  first!.term = null
  await clock.advance(6_000)
  expect([leader.pledges.areHeld(), second!.pledges.isLatest(leader.by)]).toEqual([true, true])
})

it('are held where nobody else is', async () => {
  const { processes } = await setUp(1)
  const { areHeld, leastTaken } = processes[0].pledges
  expect([areHeld(), leastTaken()]).toEqual([true, null])
})

it('are not waited for of a process that does not come to lead, as while it begins and where it ends', async () => {
  const { clock, processes, openWay } = await setUp(2)
  const [leader] = processes
  const { channel } = openWay()
  channel('there').say('leads-not')
  await clock.advance(300)
  expect(leader.pledges.areHeld()).toBe(true)
  channel('there').say(null)
  expect(leader.pledges.areHeld()).toBe(false)
  channel('there').say('leads-not')
  expect(leader.pledges.areHeld()).toBe(true)
})
