// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogStorage } from './log-storage.ts'

const NAME = 'log'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

function setUp() {
  const { storage, flush } = createLogStorage<{ log: readonly number[] }>()
  const keep = (length: number) =>
    storage.setItem(NAME, { state: { log: Array.from({ length }, (_, i) => i) }, version: 2 })
  const kept = () => (JSON.parse(localStorage.getItem(NAME) ?? '{}') as { state?: { log: number[] } }).state?.log.length
  return { keep, kept, flush }
}

it('writes a short log with each change', () => {
  const { keep, kept } = setUp()
  for (let length = 1; length <= 50; length++) {
    keep(length)
    expect(kept()).toBe(length)
  }
})

it('writes a long log at most once a minute, and the latest one', () => {
  const { keep, kept } = setUp()
  const seen = new Set<number | undefined>()
  for (let second = 0; second < 300; second++) {
    keep(100 + second)
    vi.advanceTimersByTime(1_000)
    seen.add(kept())
  }
  expect(seen.size).toBeLessThanOrEqual(6)
  vi.advanceTimersByTime(60_000)
  expect(kept()).toBe(399)
})

it('writes a pending log once when the page is left', () => {
  const { keep, kept, flush } = setUp()
  keep(100)
  keep(101)
  expect(kept()).toBe(100)
  flush()
  expect(kept()).toBe(101)
  localStorage.clear()
  flush()
  vi.advanceTimersByTime(120_000)
  expect(kept()).toBeUndefined()
})
