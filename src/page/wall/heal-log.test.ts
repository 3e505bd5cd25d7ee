import { expect, it, vi } from 'vitest'
import type { Heal } from '../../contract/heals.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createHealLog, readHeals } from './heal-log.ts'

const heal = (seconds: number): Heal => ({ cause: 'line', at: '2026-07-01T08:00:00Z', seconds, said: null })

function setUp() {
  const clock = createFakeClock()
  const held = new Map<string, string>()
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
  const send = vi.fn(async (_heals: readonly Heal[]) => {})
  return { clock, held, storage, send, log: createHealLog({ clock, storage, send }) }
}

it('stores the last ones, and reports each to the server', async () => {
  const { clock, storage, send, log } = setUp()
  for (let i = 0; i < 60; i++) {
    log.add(heal(i))
    await clock.advance(1_000)
  }
  expect(readHeals(storage).map(({ seconds }) => seconds)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10))
  expect(send.mock.calls.map(([heals]) => heals.map(({ seconds }) => seconds))).toEqual(
    Array.from({ length: 60 }, (_, i) => [i]),
  )
})

it('retries a report that the server rejected', async () => {
  const { clock, send, log } = setUp()
  send.mockRejectedValueOnce(new Error('away'))
  log.add(heal(1))
  await clock.advance(1_000)
  log.add(heal(2))
  await clock.advance(60_000)
  expect(send.mock.calls.map(([heals]) => heals.length)).toEqual([1, 2])
})

it('reports at most as many as the server accepts at once', async () => {
  const { clock, send, log } = setUp()
  send.mockRejectedValueOnce(new Error('away'))
  for (let i = 0; i < 45; i++) log.add(heal(i))
  await clock.advance(60_000)
  expect(send.mock.calls.map(([heals]) => heals.length)).toEqual([1, 20, 20, 5])
})

it('ignores stored values of another format', () => {
  expect(readHeals({ getItem: () => '[{"cause":"whim"},null]' })).toEqual([])
  expect(readHeals({ getItem: () => '{' })).toEqual([])
})
