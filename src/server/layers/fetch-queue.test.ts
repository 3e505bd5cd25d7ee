import { expect, it } from 'vitest'
import { createFetchQueue, type FetchLimits } from './fetch-queue.ts'

const LIMITS: FetchLimits = { inAll: 3, perLayer: 2, perViewer: 2, waiting: 4, waitingPerViewer: 2 }
const never = new AbortController().signal

/** A queue whose jobs the test completes, in the order of their start. */
function setUp() {
  const queue = createFetchQueue(LIMITS)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (name: string, layer: string, viewer: string, signal = never) =>
    queue.run({ layer, viewer }, signal, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endFirst = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, begun, run, endFirst }
}

it('limits concurrent requests per layer, per viewer, and in total', async () => {
  const { begun, run, endFirst } = setUp()
  void run('a1', 'radar', 'ann')
  void run('a2', 'radar', 'ann')
  void run('a3', 'sat', 'ann') // her third
  void run('b1', 'radar', 'bob') // the layer's third
  void run('b2', 'sat', 'bob')
  expect(begun).toEqual(['a1', 'a2', 'b2'])
  await endFirst()
  expect(begun).toEqual(['a1', 'a2', 'b2', 'a3'])
})

it('serves the viewer with the fewest running requests first', async () => {
  const { begun, run, endFirst } = setUp()
  for (const name of ['a1', 'a2', 'a3']) void run(name, `of ${name}`, 'ann')
  void run('b1', 'of b1', 'bob')
  void run('b2', 'of b2', 'bob')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await endFirst()
  expect(begun.at(-1)).toBe('a3')
})

it('refuses what would wait beyond its bounds', async () => {
  const { run, queue } = setUp()
  for (const name of ['1', '2', '3', '4']) void run(name, `of ${name}`, 'ann')
  await expect(run('5', 'of 5', 'ann')).rejects.toMatchObject({ reason: 'busy' })
  for (const name of ['6', '7', '8']) void run(name, `of ${name}`, 'bob')
  await expect(run('9', 'of 9', 'cid')).rejects.toMatchObject({ reason: 'busy' })
  expect(queue.counts()).toEqual({ running: 3, waiting: 4 })
})

it('releases aborted requests', async () => {
  const { run, queue } = setUp()
  for (const name of ['1', '2']) void run(name, `of ${name}`, 'ann')
  const controller = new AbortController()
  const waiting = run('3', 'of 3', 'ann', controller.signal)
  controller.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  expect(queue.counts()).toEqual({ running: 2, waiting: 0 })
})
