import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { watchCutOff } from './cut-off.ts'
import { whereToBe } from './where-to-be.ts'

function setUp() {
  const clock = createFakeClock()
  const statuses = new Emitter<string>()
  const [givenBack, givenUp] = [new Emitter<void>(), new Emitter<void>()]
  const is = { gone: false, goingOn: false, owed: false }
  const cutOff = watchCutOff({ onStatus: (listener) => statuses.subscribe(listener), clock })
  const where = whereToBe({
    ...{ cutOff, givenBack, engine: { isGone: () => is.gone } },
    leading: { goesOn: () => is.goingOn, onGivenUp: (listener) => givenUp.subscribe(listener) },
    followed: { isOwed: () => is.owed },
  })
  const told = { times: 0 }
  where.onCutOff(() => void told.times++)
  return {
    ...{ clock, is, told, givenBack, givenUp },
    say: (type: string) => statuses.emit(type),
    /** Whether one who comes is sent away, and whether proxies are told to look elsewhere. */
    answers: () => [where.sendsAway(), where.mayKnowLess()],
  }
}

const WELL = [false, false]
const SENDS_AWAY = [true, true]
const LETS_IN_WHO_COMES = [false, true]

it('is elsewhere for as long as a process is cut off, and who comes after ten seconds all the same is let in', async () => {
  const { clock, told, say, answers } = setUp()
  expect(answers()).toEqual(WELL)
  say('disconnect')
  await clock.advance(3_000)
  expect([told.times, answers()]).toEqual([1, SENDS_AWAY])
  await clock.advance(10_000)
  expect(answers()).toEqual(LETS_IN_WHO_COMES)
  await clock.advance(60 * MINUTE_MS)
  expect(answers()).toEqual(LETS_IN_WHO_COMES)
  say('reconnect')
  expect(answers()).toEqual(WELL)
})

it('is at the one that led while NATS itself is gone, as long as that one may go on; then nobody knows more', async () => {
  const { clock, is, say, answers } = setUp()
  is.gone = true
  say('disconnect')
  await clock.advance(2_100)
  await clock.advance(4.9 * MINUTE_MS)
  expect(answers()).toEqual(LETS_IN_WHO_COMES)
  await clock.advance(0.2 * MINUTE_MS)
  expect(answers()).toEqual(WELL)
  // Its servers are there again, and this process does not reach them yet.
  is.gone = false
  expect(answers()).toEqual(LETS_IN_WHO_COMES)
})

it('is elsewhere from when one that was cut off learns that it does not go on', async () => {
  const { clock, is, told, givenUp, say, answers } = setUp()
  is.goingOn = true
  say('disconnect')
  await clock.advance(3_000)
  expect([told.times, answers()]).toEqual([0, WELL])
  is.goingOn = false
  givenUp.emit()
  expect([told.times, answers()]).toEqual([1, SENDS_AWAY])
  // Whoever gives up while nothing is cut has nobody to send away.
  say('reconnect')
  givenUp.emit()
  expect(told.times).toBe(1)
})

it('is here where this process goes on by itself', async () => {
  const { clock, is, told, say, answers } = setUp()
  Object.assign(is, { gone: true, goingOn: true })
  say('disconnect')
  await clock.advance(3_000)
  expect([told.times, answers()]).toEqual([0, WELL])
  is.goingOn = false
  expect(answers()).toEqual(SENDS_AWAY)
})

it('is elsewhere while what viewers were told here is written by another one', () => {
  const { is, told, givenBack, answers } = setUp()
  is.owed = true
  givenBack.emit()
  expect([told.times, answers()]).toEqual([1, SENDS_AWAY])
})
