import { expect, it } from 'vitest'
import { createFakeChannels } from '../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { silentLog as log } from '../../testing/fakes/silent-log.ts'
import { createKnownStrikes } from './known-strikes.ts'
import { createLive, type LiveMessage } from './live.ts'

function setUp() {
  const clock = createFakeClock()
  const way = createFakeChannels()
  const join = () => {
    const { channel, faults } = way()
    const known = createKnownStrikes(clock)
    const heard: LiveMessage[] = []
    const hear = (message: LiveMessage) => void heard.push(message)
    const own: LiveMessage[] = []
    const deliver = (message: LiveMessage) => void own.push(message)
    const live = createLive({ channel: channel('live'), known, hear, deliver, clock, log })
    return { live, known, heard, own, faults }
  }
  return { clock, one: join(), other: join() }
}

it('says each batch at once, again after 0.75 s and as its age doubles, then each 16 s until it is in the log', async () => {
  const { clock, one, other } = setUp()
  const records = one.known.deliver([strikeRecord({ lon: 101 }), strikeRecord({ lon: 102 })])
  one.live.say({ line: 'A', isLive: true, records })
  expect(other.heard).toEqual([{ line: 'A', isLive: true, records }])
  const saidS: number[] = []
  for (let second = 0.25; second <= 60; second += 0.25) {
    const before = other.heard.length
    await clock.advance(250)
    if (other.heard.length > before) saidS.push(second)
  }
  expect(saidS).toEqual([0.75, 1.5, 3, 6, 12, 24, 40, 56])
  // A repetition says nothing of the line.
  expect(other.heard.slice(1).some(({ isLive }) => isLive)).toBe(false)
  one.known.read(records.slice(0, 1))
  await clock.advance(16_000)
  expect(other.heard.at(-1)!.records).toEqual(records.slice(1))
  one.known.read(records)
  const before = other.heard.length
  await clock.advance(60_000)
  expect(other.heard).toHaveLength(before)
})

it('sends a batch to other processes before it is delivered here', async () => {
  const { one, other } = setUp()
  const message: LiveMessage = { line: 'B', isLive: true, records: [strikeRecord()] }
  one.live.say(message)
  expect([other.heard.length, one.own.length]).toEqual([1, 0])
  await Promise.resolve()
  expect(one.own).toEqual([message])
})

it('publishes an empty batch once, and a long one in several messages', async () => {
  const { clock, one, other } = setUp()
  one.live.say({ line: 'B', isLive: true, records: [] })
  const records = one.known.deliver(Array.from({ length: 2_500 }, (_, i) => strikeRecord({ lon: i / 100 })))
  one.live.say({ line: 'B', isLive: true, records })
  expect(other.heard.map((message) => message.records.length)).toEqual([0, 1_000, 1_000, 500])
  one.known.read(records)
  await clock.advance(20_000)
  expect(other.heard).toHaveLength(4)
})

it('skips invalid strikes', () => {
  const { one, other } = setUp()
  const strike = strikeRecord({})
  one.live.say({ line: 'A', isLive: true, records: [{ ...strike, lat: 'north' } as never, strike] })
  expect(other.heard[0]!.records).toEqual([strike])
})
