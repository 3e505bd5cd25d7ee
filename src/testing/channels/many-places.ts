import { expect } from 'vitest'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { setUpHistory } from '../history-kit.ts'
import { placeOf } from '../watch-kit.ts'
import { givenUp, setUpReceivers, webhooks } from './receivers.ts'

const MINUTE_S = 60
const HOUR_MS = 3_600_000

const manyPlaces = (count: number) => Array.from({ length: count }, (_, i) => placeOf(`p${i}`))

/** A receiver is unavailable for more than a day while an alarm of each of this many places is pending. */
export async function expectGivenUpAfterADay(count: number): Promise<void> {
  const world = await setUpReceivers({ places: manyPlaces(count), channels: webhooks('a') })
  world.receivers.answers(async () => ({ status: 429, text: '', retryAfter: '600' }))
  await world.run(2)
  world.strike(3)
  await world.run(5)
  world.clock.step(26 * HOUR_MS)
  world.receivers.answers(async () => ({ status: 200, text: '' }))
  await world.clock.advance(15 * MINUTE_S * 1_000)
  world.strike(3)
  await world.run(5)
  const given = await givenUp(world)
  expect(given.filter(({ row }) => /\.on\./.test(row))).toHaveLength(count)
  expect(world.receivers.alarms('a').length).toBeGreaterThan(0)
}

/** A storm over this many places is in the log once, and at every receiver once. */
export async function expectAStormSentOnce(count: number): Promise<void> {
  const clock = createFakeClock()
  const { history } = setUpHistory({ clock })
  const places = manyPlaces(count)
  const world = await setUpReceivers({ history, clock, places })
  await world.run(2)
  world.strike(3)
  const isDone = () => ['a', 'b'].every((name) => world.receivers.alarms(name).length === count)
  for (let second = 0; second < 300 && !isDone(); second++) await world.run(1)
  const log = await world.log()
  expect(log).toHaveLength(count)
  expect(new Set(log).size).toBe(count)
  for (const name of ['a', 'b']) {
    const byPlace = world.receivers.byPlace(name)
    expect(Object.keys(byPlace)).toHaveLength(count)
    expect(Object.values(byPlace).every((stages) => stages.join() === 'alarm')).toBe(true)
  }
}
