import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { createKnownStrikes, UNLOGGED_MAX } from './known-strikes.ts'

const START_NS = BigInt(Date.UTC(2026, 6, 1, 8)) * 1_000_000n
const strikeOf = (second: number, lon = 100) =>
  strikeRecord({ time: START_NS + BigInt(second) * 1_000_000_000n, lat: 30, lon })

it('knows a strike for twenty minutes after its minute was last used, and forgets it then, logged or not', async () => {
  const clock = createFakeClock()
  const known = createKnownStrikes(clock)
  known.deliver([strikeOf(1), strikeOf(2)])
  await clock.advance(19 * 60_000)
  expect(known.deliver([strikeOf(1), strikeOf(3)]).map(({ time }) => time)).toEqual([strikeOf(3).time])
  await clock.advance(19 * 60_000)
  expect(known.deliver([strikeOf(2)])).toEqual([])
  await clock.advance(22 * 60_000)
  known.deliver([strikeOf(600)])
  expect(known.unloggedCount()).toBe(1)
  expect(known.deliver([strikeOf(1)])).toHaveLength(1)
})

it('keeps a hundred thousand unlogged strikes, the latest ones', () => {
  const known = createKnownStrikes(createFakeClock())
  known.deliver(Array.from({ length: UNLOGGED_MAX + 5 }, (_, i) => strikeOf(0, i / 1_000)))
  expect(known.unloggedCount()).toBe(UNLOGGED_MAX)
  expect(known.isUnlogged(strikeOf(0, 0.004))).toBe(false)
  expect(known.isUnlogged(strikeOf(0, 0.005))).toBe(true)
})
