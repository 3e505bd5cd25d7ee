import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { type ContractApi, ContractError } from '../../../client/http/contract-api.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { fireCoverage } from '../../../core/weather/fire-cells.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFireField } from './fire-field.ts'
import { firesInCell } from './fire-queries.ts'

const COVERAGE = fireCoverage({ west: 105, south: 25, east: 115, north: 35 }) // four cells of land

function setUp() {
  const clock = createFakeClock()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const firesInBox = async ({ west, south }: Box) => {
    if (west === 105 && south === 25) throw new ContractError('timeout', 'too slow')
    const at = { latitude: south + 1, longitude: west + 1, acq_datetime: `2026-07-01T0${south / 5 - 4}:00:00Z` }
    return {
      kind: 'data' as const,
      data: [{ hotspot_id: `${west}`, ...at }],
      asOfMs: clock.now() - south * 1_000,
      stale: false,
    }
  }
  const api = { firesInBox } as Partial<ContractApi> as ContractApi
  const field = createFireField({ queries, api, clock })
  const ask = () => Promise.allSettled(COVERAGE.asked.map((cell) => queries.fetchQuery(firesInCell(api, cell))))
  return { clock, field, ask }
}

it('reports several responses together, and nothing without any', async () => {
  const { clock, field, ask } = setUp()
  const heard = vi.fn()
  const stop = field.subscribe(heard)
  await ask()
  expect(heard).not.toHaveBeenCalled()
  await clock.advance(5_000)
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
  expect(clock.pending).toBe(0)
})

it('has the data of a view, failed cells, and the age of the oldest response', async () => {
  const { clock, field, ask } = setUp()
  const stop = field.subscribe(() => {})
  await ask()
  await clock.advance(1_000)
  const view = field.look(COVERAGE)
  expect(view.loaded).toHaveLength(3)
  expect(view.loaded.every((cell) => view.wanted.includes(cell))).toBe(true)
  expect(view.failed).toEqual({ cells: 1, reason: 'timeout' })
  expect(view.newestMs).toBe(Date.UTC(2026, 6, 1, 2))
  expect(view.oldestAnswerMs).toBeCloseTo(clock.now() - 31_000, 0)
  stop()
})

it('is the same object until a change, and parses a response once', async () => {
  const { clock, field, ask } = setUp()
  const stop = field.subscribe(() => {})
  await ask()
  await clock.advance(1_000)
  const before = field.look(COVERAGE)
  expect(field.look(COVERAGE)).toBe(before)
  await ask() // only the failed one is retried, and fails again
  await clock.advance(2_000)
  const after = field.look(COVERAGE)
  expect(after).not.toBe(before)
  expect(after.held).toEqual(before.held)
  expect(after.held.every((cell, i) => cell === before.held[i])).toBe(true)
  stop()
})
