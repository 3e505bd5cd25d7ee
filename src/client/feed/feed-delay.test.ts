import { expect, it } from 'vitest'
import { seededRandom } from '../../core/util/random.ts'
import { START_MS, strikeAt } from '../../testing/history-kit.ts'
import { createFeedDelay } from './feed-delay.ts'

const SECOND = 1_000

/** `lateMs` after each strike the service stored it. */
function stored(...lateMs: number[]) {
  return lateMs.map((late, i) => strikeAt(START_MS + i, { arrived_at: new Date(START_MS + i + late).toISOString() }))
}

function measured(count: number, lateMs: () => number) {
  const delay = createFeedDelay()
  for (let i = 0; i < count; i++) delay.note(stored(lateMs()))
  return delay
}

it('is a quarter of a minute until enough strikes are measured', () => {
  expect(createFeedDelay().lateMs()).toBe(15 * SECOND)
  expect(measured(100, () => 2_000).lateMs()).toBe(15 * SECOND)
})

it('is what nearly all strikes need, and a moment for their batch', () => {
  const random = seededRandom('delay')
  expect(measured(2_000, () => 1_000 + random() * 7_000).lateMs()).toBe(10 * SECOND)
})

it('ignores single outliers, and is bounded', () => {
  expect(measured(1_000, () => 100).lateMs()).toBe(3 * SECOND)
  let i = 0
  expect(measured(2_000, () => (i++ % 1_000 === 0 ? 700 * SECOND : 4_500)).lateMs()).toBe(7 * SECOND)
  expect(measured(1_000, () => 700 * SECOND).lateMs()).toBe(45 * SECOND)
})

it('follows the feed, and omits records without a storage time', () => {
  const delay = measured(1_000, () => 20 * SECOND)
  for (let i = 0; i < 200_000; i += 50) delay.note(stored(...Array<number>(50).fill(2_500)))
  expect(delay.lateMs()).toBe(5 * SECOND)
  const silent = createFeedDelay()
  for (let i = 0; i < 1_000; i++) silent.note([strikeAt(START_MS, { arrived_at: null })])
  expect(silent.lateMs()).toBe(15 * SECOND)
})

it.each([-1, -86_400_000, 8 * 3_600_000])('does not believe that a strike was stored %d ms after it struck', (late) => {
  expect(measured(1_000, () => late).lateMs()).toBe(15 * SECOND)
})
