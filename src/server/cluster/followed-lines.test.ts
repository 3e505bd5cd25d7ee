import { expect, it } from 'vitest'
import type { LinkStatus } from '../../contract/brontide.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE } from '../../testing/fakes/fake-source.ts'
import { createFollowedLines } from './followed-lines.ts'
import type { LeaderWord } from './leader-word.ts'

function setUp() {
  const clock = createFakeClock()
  let taken = 0
  const told: LinkStatus['state'][] = []
  const lines = createFollowedLines({
    ...{ clock, aheadMs: 0, takenNumber: () => taken },
    onChange: (feed, { state }) => feed === 'lightning' && told.push(state),
  })
  clock.every(250, lines.look)
  const say = (dueNumber: number, number = dueNumber, { term = 1, link = LIVE } = {}) => {
    const links = { lightning: link, metar: link }
    lines.hear({ term, number, dueNumber, links, nowMs: clock.now() } as LeaderWord)
  }
  return { clock, told, say, take: (number: number) => (taken = number) }
}

it('are as the process that leads says, and down where it says nothing for three seconds and a half', async () => {
  const { clock, told, say } = setUp()
  say(0)
  await clock.advance(3_000)
  expect(told).toEqual(['live'])
  await clock.advance(1_000)
  expect(told).toEqual(['live', 'down'])
  say(0)
  expect(told).toEqual(['live', 'down', 'live'])
})

it('stay live while another process takes the lead, for as long as its lines may take to open', async () => {
  const { clock, told, say } = setUp()
  const link: LinkStatus = { ...LIVE, state: 'connecting' }
  say(0)
  await clock.advance(3_000)
  say(0, 0, { term: 2, link })
  await clock.advance(1_000)
  say(0, 0, { term: 2 })
  expect(told).toEqual(['live'])
  // A line that breaks is no change of hands.
  say(0, 0, { term: 2, link })
  expect(told).toEqual(['live', 'connecting'])
  say(0, 0, { term: 2 })
  for (let second = 0; second < 7; second++) {
    await clock.advance(1_000)
    say(0, 0, { term: 3, link })
  }
  expect(told).toEqual(['live', 'connecting', 'live', 'connecting'])
})

it.each([
  ['does not come', 5],
  ['is not taken', 4],
])('are down where what there should be in the log %s for as long, and live again with it', async (_why, written) => {
  const { clock, told, say, take } = setUp()
  take(4)
  say(4)
  for (let second = 0; second < 4; second++) {
    await clock.advance(1_000)
    say(second === 0 ? 5 : 5 + second, written)
  }
  expect(told).toEqual(['live'])
  await clock.advance(1_000)
  expect(told).toEqual(['live', 'down'])
  take(8)
  await clock.advance(500)
  expect(told).toEqual(['live', 'down', 'live'])
})

it('wait no longer for each message because the next one is late as well', async () => {
  const { clock, told, say, take } = setUp()
  for (let number = 1; number < 20; number++) {
    say(number)
    await clock.advance(900)
    take(number)
    await clock.advance(100)
  }
  expect(told).toEqual(['live'])
})

it('wait for nothing that whoever led before was about to write', async () => {
  const { clock, told, say, take } = setUp()
  // This process told it ahead, and another one writes what was missed at other places.
  say(600, 4)
  take(4)
  await clock.advance(1_000)
  for (let number = 5; number < 12; number++) {
    say(number, number, { term: 5 })
    take(number)
    await clock.advance(1_000)
  }
  expect(told).toEqual(['live'])
})
