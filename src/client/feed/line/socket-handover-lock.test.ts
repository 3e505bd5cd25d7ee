import { expect, it } from 'vitest'
import { createSocketHandoverLock } from './socket-handover-lock.ts'

it('admits one at a time, in order of arrival', () => {
  const slot = createSocketHandoverLock()
  const went: string[] = []
  const leave = ['a', 'b', 'c', 'd'].map((name) => slot.take(() => went.push(name)))
  expect(went).toEqual(['a'])
  leave[1]!() // gives up its place
  expect(went).toEqual(['a'])
  leave[0]!()
  expect(went).toEqual(['a', 'c'])
  leave[0]!()
  leave[1]!()
  expect(went).toEqual(['a', 'c'])
  leave[2]!()
  expect(went).toEqual(['a', 'c', 'd'])
  leave[3]!()
  slot.take(() => went.push('e'))
  expect(went).toEqual(['a', 'c', 'd', 'e'])
})
