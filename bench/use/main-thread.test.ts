import { expect, it } from 'vitest'
import { mainThreadOf } from './main-thread.ts'

const thread = (pid: number, name = 'CrRendererMain') => ({ name: 'thread_name', pid, tid: 1, ts: 0, args: { name } })
const task = (pid: number, atMs: number, cpuMs: number) => {
  return { name: 'RunTask', pid, tid: 1, ts: atMs * 1_000, tdur: cpuMs * 1_000 }
}

it('adds up the CPU time of the page alone, by the second', () => {
  const others = [task(2, 0, 300), task(3, 0, 1)]
  const page = [task(1, 0, 10), task(1, 1_500, 40), task(1, 2_000, 10), { ...task(1, 2_000, 9), name: 'Layout' }]
  const events = [thread(1), thread(2, 'CrBrowserMain'), thread(3), ...others, ...page]
  expect(mainThreadOf(events)).toEqual({ msPerSecond: 30, longestMs: 40 })
})

it('does not take silence for rest', () => {
  expect(() => mainThreadOf([thread(1)])).toThrow('no task')
})
