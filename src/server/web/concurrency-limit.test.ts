import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('limits requests per client and in total, and releases finished ones', () => {
  const places = createConcurrencyLimit({ each: 2, all: 3 })
  const first = places.enter('a')
  expect([first.isFree, places.enter('a').isFree]).toEqual([true, true])
  expect(places.enter('a')).toMatchObject({ isFree: false, isOwn: true })
  expect(places.enter('b').isFree).toBe(true)
  expect(places.enter('b')).toMatchObject({ isFree: false, isOwn: false })
  expect(places.enter('')).toMatchObject({ isFree: false, isOwn: false })
  first.leave()
  expect(places.enter('c').isFree).toBe(true)
})

it('limits resources of different sizes', () => {
  const room = createConcurrencyLimit({ each: 10, all: 15 })
  const large = room.enter('a', 8)
  expect(room.enter('a', 3)).toMatchObject({ isFree: false, isOwn: true })
  expect(room.enter('b', 8)).toMatchObject({ isFree: false, isOwn: false })
  expect(room.enter('b', 7).isFree).toBe(true)
  large.leave()
  expect(room.enter('a', 8).isFree).toBe(true)
})
