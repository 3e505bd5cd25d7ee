import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createContextGuard } from './context-guard.ts'

function setUp() {
  const clock = createFakeClock()
  const done: string[] = []
  const guard = createContextGuard({
    clock,
    remake: () => done.push('remake'),
    giveUp: () => done.push('give up'),
  })
  return { clock, done, guard }
}

it('creates a new map within a second', async () => {
  const { clock, done, guard } = setUp()
  guard.lost()
  await clock.advance(1_000)
  expect(done).toEqual(['remake'])
})

it('heals as often as it happens, if it happens seldom', async () => {
  const { clock, done, guard } = setUp()
  for (let i = 0; i < 10; i++) {
    guard.lost()
    await clock.advance(30_000)
  }
  expect(done).toEqual(Array.from({ length: 10 }, () => 'remake'))
})

it('gives up when new maps fail at once', async () => {
  const { clock, done, guard } = setUp()
  guard.lost()
  await clock.advance(500)
  for (let i = 0; i < 4; i++) {
    guard.failed()
    await clock.advance(3_000)
  }
  expect(done).toEqual(['remake', 'remake', 'remake', 'remake', 'give up'])
})

it('never gives up a page without a working map: the rest remains useful', async () => {
  const { clock, done, guard } = setUp()
  for (let i = 0; i < 60; i++) {
    guard.failed()
    await clock.advance(60_000)
  }
  expect(new Set(done)).toEqual(new Set(['remake']))
})
