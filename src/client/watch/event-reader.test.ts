import { expect, it } from 'vitest'
import { createEventReader } from './event-reader.ts'

it('reads events however they are cut, and remembers the id of the last one that was whole', () => {
  const reader = createEventReader()
  expect(reader.read('retry: 2000\n\nid: 4\nevent: alarm\nda')).toEqual([])
  expect(reader.lastId()).toBe(null)
  expect(reader.read('ta: {"a":1}\n')).toEqual([])
  expect(reader.read('\n: still here\n\nid: 5\ndata: [2]\n\n')).toEqual([
    { id: '4', data: { a: 1 } },
    { id: '5', data: [2] },
  ])
  expect(reader.lastId()).toBe('5')
})

it('skips unreadable events', () => {
  const reader = createEventReader()
  expect(reader.read('id: 6\ndata: {\n\nid: 7\ndata: 1\n\n')).toEqual([{ id: '7', data: 1 }])
})
