import { expect, it } from 'vitest'
import { batchEntry } from '../../testing/cluster/shared-source-kit.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import type { LogEntry } from './messages.ts'
import { createLogPosition } from './position.ts'

const term = (holder: string): LogEntry => ({ of: 'term', holder })
const batch = (count: number) => batchEntry(...new Array(count).fill(strikeRecord()))

it('knows whether the first message of a leader is read, as long as that is known', () => {
  const log = createLogPosition({ readNumber: 4, name: 'log' })
  log.read(5, [term('a')])
  log.read(6, [batch(1)])
  expect(log.hasTerm(5, 'a')).toBe(true)
  // Another message has that number here: the log has lost its end.
  expect([log.hasTerm(5, 'b'), log.hasTerm(6, 'b')]).toEqual([false, false])
  // Later messages, and messages of long ago, are not known.
  expect([log.hasTerm(7, 'b'), log.hasTerm(3, 'b')]).toEqual([true, true])
})

it('keeps the last six hundred messages, with fifty thousand records', () => {
  const log = createLogPosition({ readNumber: 0, name: 'log' })
  for (let number = 1; number <= 700; number++) log.read(number, [term(String(number))])
  expect(log.takeBack(0)).toHaveLength(600)
  for (let number = 1; number <= 60; number++) log.read(number, [batch(1_000)])
  expect(log.takeBack(0)).toHaveLength(50)
})
