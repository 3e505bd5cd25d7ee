import { expect, it } from 'vitest'
import { Emitter } from '../../core/util/emitter.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { watchCutOff } from './cut-off.ts'

function setUp() {
  const clock = createFakeClock()
  const statuses = new Emitter<string>()
  let heldUpMs = 0
  const own = { ...clock, monotonicMs: () => clock.monotonicMs() + heldUpMs }
  const cutOff = watchCutOff({ onStatus: (listener) => statuses.subscribe(listener), clock: own })
  const told: number[] = []
  cutOff.onCutOff(() => told.push(clock.monotonicMs()))
  return { clock, cutOff, told, say: (type: string) => statuses.emit(type), holdUp: (ms: number) => (heldUpMs += ms) }
}

it('is nothing where another server takes the place of one that is gone', async () => {
  const { clock, cutOff, told, say } = setUp()
  say('disconnect')
  await clock.advance(1_900)
  say('reconnect')
  await clock.advance(60_000)
  expect([told.length, cutOff.sendsAway()]).toEqual([0, false])
})

it.each(['was silent', 'answered signs of life alone, and was left'])(
  'is found out at once where the way to a server %s, and no other one lets it in',
  async (how) => {
    const { clock, told, cutOff, say } = setUp()
    if (how === 'was silent') say('staleConnection')
    else cutOff.leavesSilent()
    say('disconnect')
    await clock.advance(250)
    expect([told.length, cutOff.sendsAway()]).toEqual([0, false])
    await clock.advance(50)
    expect([told.length, cutOff.sendsAway()]).toEqual([1, true])
    say('reconnect')
    say('disconnect') // this time the server has ended
    await clock.advance(1_900)
    expect(told.length).toBe(1)
  },
)

it.each([
  ['as much longer as the machine let things run too late', [200, 200, 200], 900],
  ['as much longer as the process itself slept', [600], 900],
  ['no longer than after the end of a server', [1_000, 1_500], 2_000],
])('is looked at %s', async (_, heldUp, sureAfterMs) => {
  const { clock, told, say, holdUp } = setUp()
  await clock.advance(1_000)
  for (const ms of heldUp) {
    holdUp(ms)
    await clock.advance(300)
  }
  say('staleConnection')
  say('disconnect')
  await clock.advance(sureAfterMs - 100)
  expect(told.length).toBe(0)
  await clock.advance(200)
  expect(told.length).toBe(1)
})

it('is found out at once again three seconds after the machine has time', async () => {
  const { clock, told, say, holdUp } = setUp()
  holdUp(1_000)
  await clock.advance(3_200)
  say('staleConnection')
  say('disconnect')
  await clock.advance(400)
  expect(told.length).toBe(1)
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
