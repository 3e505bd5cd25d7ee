import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { inTurns } from './in-turns.ts'

const ITEMS = [1, 2, 3, 4, 5]

function start(isOver = () => false) {
  const clock = createFakeClock()
  const seen: number[] = []
  const take = (item: number) => {
    seen.push(item)
    return item % 2 ? [item * 10] : []
  }
  const made = inTurns(ITEMS, take, { atOnce: 2, clock, isOver })
  return { clock, seen, made }
}

it('processes some at once, and yields before the next', async () => {
  const { clock, seen, made } = start()
  expect(seen).toEqual([1, 2])
  await clock.advance(1)
  expect(seen).toEqual(ITEMS)
  expect(await made).toEqual([10, 30, 50])
})

it('stops after the end', async () => {
  let isOver = false
  const { clock, seen, made } = start(() => isOver)
  isOver = true
  await clock.advance(1)
  expect([seen, await made]).toEqual([[1, 2], null])
})
