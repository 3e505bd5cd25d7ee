import { expect, it } from 'vitest'
import { FirstDraws } from './first-draws.ts'

/** Layers whose first draw takes 40 ms each, and every other none. */
function setUp() {
  let nowMs = 0
  const seen = new Set<string>()
  const draws = new FirstDraws(() => nowMs)
  return {
    draws,
    frame(ids: string[], urgent: string[] = []) {
      const drawn: string[] = []
      draws.begin()
      for (const id of ids) {
        draws.draw(id, !urgent.includes(id), () => {
          if (!seen.has(id)) nowMs += 40
          seen.add(id)
          drawn.push(id)
        })
      }
      return drawn.join('')
    },
  }
}

it('draws new layers until they have taken their time, and the rest in the next frames', () => {
  const { draws, frame } = setUp()
  expect(frame(['a', 'b', 'c', 'd', 'e'])).toBe('ab')
  expect(draws.isWhole).toBe(false)
  expect(frame(['a', 'b', 'c', 'd', 'e'])).toBe('abcd')
  expect(frame(['a', 'b', 'c', 'd', 'e'])).toBe('abcde')
  expect(draws.isWhole).toBe(true)
})

it('lets what is urgent wait for nothing', () => {
  const { frame } = setUp()
  expect(frame(['a', 'b', 'c', 's'], ['s'])).toBe('abs')
})

it('draws what it knows, however much else is new', () => {
  const { frame } = setUp()
  frame(['z'])
  expect(frame(['a', 'b', 'c', 'z'])).toBe('abz')
})
