import { expect, it } from 'vitest'
import { Emitter } from '../../core/util/emitter.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { watchCutOff } from './cut-off.ts'

function setUp() {
  const clock = createFakeClock()
  const statuses = new Emitter<string>()
  const cutOff = watchCutOff({ onStatus: (listener) => statuses.subscribe(listener), clock })
  const told: number[] = []
  cutOff.onCutOff(() => told.push(clock.monotonicMs()))
  return { clock, cutOff, told, say: (type: string) => statuses.emit(type) }
}

it('is nothing where another server takes the place of one that is gone', async () => {
  const { clock, cutOff, told, say } = setUp()
  say('disconnect')
  await clock.advance(1_900)
  say('reconnect')
  await clock.advance(60_000)
  expect([told.length, cutOff.sendsAway()]).toEqual([0, false])
})

it('sends away once, for ten seconds, however long it lasts', async () => {
  const { clock, cutOff, told, say } = setUp()
  say('disconnect')
  await clock.advance(1_000)
  say('disconnect')
  await clock.advance(1_000)
  expect([told.length, cutOff.sendsAway()]).toEqual([1, true])
  await clock.advance(9_900)
  expect(cutOff.sendsAway()).toBe(true)
  await clock.advance(100)
  expect(cutOff.sendsAway()).toBe(false)
  say('disconnect')
  await clock.advance(60_000)
  expect(told).toHaveLength(1)
})

it('takes in whoever comes as soon as it is over, and is told of the next time', async () => {
  const { clock, cutOff, told, say } = setUp()
  for (const times of [1, 2]) {
    say('disconnect')
    await clock.advance(3_000)
    expect([told.length, cutOff.sendsAway()]).toEqual([times, true])
    say('reconnect')
    expect(cutOff.sendsAway()).toBe(false)
  }
})
