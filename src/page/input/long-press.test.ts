import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLongPress } from './long-press.ts'

const at = (x: number, y: number, fingers = 1) => ({ x, y, fingers })

function setUp() {
  const clock = createFakeClock()
  const pressed = vi.fn()
  return { clock, pressed, press: createLongPress({ clock, pressed }) }
}

it('detects a resting finger, once, at its first position', async () => {
  const { clock, pressed, press } = setUp()
  press.start(at(100, 100))
  press.move(at(104, 97))
  await clock.advance(5_000)
  expect(pressed.mock.calls).toEqual([[at(100, 100)]])
})

it.each([
  ['is lifted soon', (press: ReturnType<typeof setUp>['press']) => press.end()],
  ['moves the map', (press: ReturnType<typeof setUp>['press']) => press.move(at(100, 130))],
  ['is joined by another', (press: ReturnType<typeof setUp>['press']) => press.move(at(100, 100, 2))],
])('ignores a finger that %s', async (_, meanwhile) => {
  const { clock, pressed, press } = setUp()
  press.start(at(100, 100))
  await clock.advance(300)
  meanwhile(press)
  await clock.advance(5_000)
  expect(pressed).not.toHaveBeenCalled()
  expect(clock.pending).toBe(0)
})

it('ignores two fingers', async () => {
  const { clock, pressed, press } = setUp()
  press.start(at(100, 100, 2))
  await clock.advance(5_000)
  expect(pressed).not.toHaveBeenCalled()
})
