import { expect, it, vi } from 'vitest'
import { createFakeClock, settle } from '../../testing/fakes/fake-clock.ts'
import { startLate } from './start-late.ts'

it('starts the service once its code is loaded, and stops it', async () => {
  const stop = vi.fn()
  const start = vi.fn((_code: string) => stop)
  const stopLate = startLate(createFakeClock(), async () => 'code', start)
  await settle()
  expect(start).toHaveBeenCalledExactlyOnceWith('code')
  stopLate()
  expect(stop).toHaveBeenCalledTimes(1)
})

it('starts nothing that was stopped before its code loaded', async () => {
  const start = vi.fn()
  const load = vi.fn(async () => 'code')
  startLate(createFakeClock(), load, start)()
  await load.mock.results[0]!.value
  expect(start).not.toHaveBeenCalled()
})

it('retries loading at growing intervals, and reports each failure', async () => {
  const clock = createFakeClock()
  const failed = vi.fn()
  const start = vi.fn()
  const load = vi.fn(async (): Promise<string> => Promise.reject(new Error('no network')))
  const stop = startLate(clock, load, start, failed)
  await clock.advance(0)
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no network'))
  await clock.advance(1_000)
  expect(load).toHaveBeenCalledTimes(2)
  await clock.advance(1_999)
  expect(load).toHaveBeenCalledTimes(2)
  await clock.advance(10 * 60_000)
  const tries = load.mock.calls.length
  await clock.advance(60_000)
  expect(load).toHaveBeenCalledTimes(tries + 1)

  load.mockImplementation(async () => 'code')
  await clock.advance(60_000)
  expect(start).toHaveBeenCalledExactlyOnceWith('code')
  stop()
})

it('stops retrying when stopped', async () => {
  const clock = createFakeClock()
  const load = vi.fn(async (): Promise<string> => Promise.reject(new Error('no network')))
  const stop = startLate(
    clock,
    load,
    () => {},
    () => {},
  )
  await clock.advance(0)
  stop()
  await clock.advance(60_000)
  expect(load).toHaveBeenCalledTimes(1)
})
