import { expect, it } from 'vitest'
import { mayReload, takeReload } from './may-reload.ts'

const MINUTE = 60_000

function setUp() {
  const held = new Map<string, string>()
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
  return { storage, may: (nowMs: number) => mayReload('version', nowMs, () => storage, 0) }
}

it('reloads at once, soon again if that showed the old page, and then at growing intervals', () => {
  const { may } = setUp()
  const when: number[] = []
  for (let second = 0; second < 30 * 60; second += 4) if (may(second * 1_000)) when.push(second)
  expect(when).toEqual([0, 8, 68, 668, 1268])
})

it('starts afresh after half an hour of rest', () => {
  const { may } = setUp()
  for (let second = 0; second < 70; second++) may(second * 1_000)
  expect(may(32 * MINUTE)).toBe(true)
  expect(may(32 * MINUTE + 8_000)).toBe(true)
})

it('returns the last reload once, with time and cause', () => {
  const { storage } = setUp()
  expect(takeReload(storage)).toBeNull()
  mayReload('failure', 5_000, () => storage)
  expect(takeReload(storage)).toEqual({ cause: 'failure', atMs: 5_000 })
  expect(takeReload(storage)).toBeNull()
  mayReload('version', 50_000, () => storage)
  expect(takeReload(storage)).toEqual({ cause: 'version', atMs: 50_000 })
})

it('reloads without storage, or with a full one, once the page is ten minutes old', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  for (const storage of [forbidden, () => ({ getItem: () => null, setItem: forbidden })]) {
    expect(mayReload('version', 0, storage, 10 * MINUTE - 1)).toBe(false)
    expect(mayReload('version', 0, storage, 10 * MINUTE)).toBe(true)
  }
})

it('ignores stored values of another format', () => {
  expect(takeReload({ getItem: () => '[{"cause":"whim","atMs":1},7]', setItem: () => {} })).toBeNull()
})
