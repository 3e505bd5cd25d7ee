import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createAppointing } from './appointing.ts'

const idle = (id: string) => ({ id, holds: false, stands: false })
const standing = (id: string) => ({ id, holds: true, stands: true })

it('keeps to one that is there, and takes one that has a socket already where it is not', async () => {
  const clock = createFakeClock()
  const appointing = createAppointing(clock)
  expect(appointing.chosen()).toBe(null)
  appointing.hear(idle('a'))
  expect(appointing.chosen()).toBe('a')
  for (let i = 0; i < 5; i++) {
    await clock.advance(1_000)
    for (const word of [idle('a'), idle('b'), standing('c')]) appointing.hear(word)
    expect(appointing.chosen()).toBe('a')
  }
  for (let i = 0; i < 3; i++) {
    await clock.advance(1_000)
    for (const word of [idle('b'), standing('c')]) appointing.hear(word)
  }
  expect(appointing.chosen()).toBe('c')
  await clock.advance(3_000)
  expect([appointing.chosen(), appointing.isSlotFree()]).toEqual([null, true])
})

it('chooses nobody for a while where the one that leads needs the socket', async () => {
  const clock = createFakeClock()
  const appointing = createAppointing(clock)
  appointing.hear(standing('a'))
  expect([appointing.chosen(), appointing.isSlotFree(), appointing.standsBeside('b')]).toEqual(['a', false, true])
  appointing.freeSlot()
  expect(appointing.chosen()).toBe(null)
  appointing.hear(idle('a'))
  expect([appointing.isSlotFree(), appointing.standsBeside('b')]).toEqual([true, false])
  await clock.advance(19_000)
  appointing.hear(idle('a'))
  expect(appointing.chosen()).toBe(null)
  await clock.advance(2_000)
  expect(appointing.chosen()).toBe('a')
})
