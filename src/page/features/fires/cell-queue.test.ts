import { expect, it } from 'vitest'
import { cellAt } from '../../../core/geo/grid.ts'
import { settle } from '../../../testing/fakes/fake-clock.ts'
import { createCellQueue } from './cell-queue.ts'

const CELLS = [0, 1, 2, 3, 4].map((column) => cellAt(column, 20))

function setUp() {
  const queue = createCellQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const given = new Map<string, AbortController>()
  for (const cell of CELLS) {
    const controller = new AbortController()
    given.set(cell.key, controller)
    const ask = () => {
      begun.push(cell.key)
      return new Promise<void>((resolve) => ends.set(cell.key, resolve))
    }
    queue.ask(cell, controller.signal, ask).catch(() => {})
  }
  const end = async (key: string) => {
    ends.get(key)!()
    await settle()
  }
  return { queue, begun, end, giveUp: (key: string) => given.get(key)!.abort() }
}

it('runs two requests at once, in the order of priority', async () => {
  const { queue, begun, end } = setUp()
  queue.want(CELLS)
  await settle()
  expect(begun).toEqual(['0.20', '1.20'])
  await end('1.20')
  expect(begun).toEqual(['0.20', '1.20', '2.20'])
})

it('continues with the highest priority of the newest view', async () => {
  const { queue, begun, end } = setUp()
  queue.want(CELLS)
  await settle()
  queue.want([CELLS[4]!, CELLS[3]!])
  await end('0.20')
  await end('1.20')
  expect(begun).toEqual(['0.20', '1.20', '4.20', '3.20'])
})

it('never requests a cell that was released while pending', async () => {
  const { queue, begun, end, giveUp } = setUp()
  queue.want(CELLS)
  await settle()
  giveUp('2.20')
  await end('0.20')
  expect(begun).toEqual(['0.20', '1.20', '3.20'])
})
