import { expect, it, vi } from 'vitest'
import { createOnDemand } from './on-demand.ts'

function setUp() {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  return { start, stop, demand: createOnDemand<number>(start) }
}

it('starts with the first listener, stops with the last, and starts again with the next', () => {
  const { start, stop, demand } = setUp()
  expect(start).not.toHaveBeenCalled()
  const leave = [demand.subscribe(() => {}), demand.subscribe(() => {})]
  expect(start).toHaveBeenCalledTimes(1)
  leave[0]!()
  expect(stop).not.toHaveBeenCalled()
  leave[1]!()
  expect(stop).toHaveBeenCalledTimes(1)
  demand.subscribe(() => {})
  expect(start).toHaveBeenCalledTimes(2)
})

it('stops once, however often a listener leaves', () => {
  const { stop, demand } = setUp()
  const leave = demand.subscribe(() => {})
  leave()
  leave()
  expect(stop).toHaveBeenCalledTimes(1)
})

it('notifies all listeners', () => {
  const { demand } = setUp()
  const heard: number[] = []
  const leave = demand.subscribe((event) => heard.push(event))
  demand.subscribe((event) => heard.push(event * 10))
  demand.emit(1)
  leave()
  demand.emit(2)
  expect(heard).toEqual([1, 10, 20])
})
