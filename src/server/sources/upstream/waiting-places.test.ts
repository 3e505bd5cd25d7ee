import { expect, it } from 'vitest'
import { createWaitingPlaces } from './waiting-places.ts'

it('has so many places for each asker and for all together, and gives one back once it is left', () => {
  const places = createWaitingPlaces({ each: 2, all: 3 })
  const first = places.enter('a')
  expect([first.isFree, places.enter('a').isFree]).toEqual([true, true])
  expect(places.enter('a')).toMatchObject({ isFree: false, isOwn: true })
  expect(places.enter('b').isFree).toBe(true)
  expect(places.enter('b')).toMatchObject({ isFree: false, isOwn: false })
  expect(places.enter('')).toMatchObject({ isFree: false, isOwn: false })
  first.leave()
  expect(places.enter('c').isFree).toBe(true)
})
