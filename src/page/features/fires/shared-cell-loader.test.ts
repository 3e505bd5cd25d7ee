import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createAsk } from '../../../client/http/ask.ts'
import type { Answer, ContractApi } from '../../../client/http/contract-api.ts'
import type { Hotspot } from '../../../contract/standard.ts'
import { fireCoverage } from '../../../core/weather/fire-cells.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFireField } from './fire-field.ts'
import { createSharedCellLoader } from './shared-cell-loader.ts'

const COVERAGE = fireCoverage({ west: 105, south: 25, east: 115, north: 35 }) // four cells of land

function setUp() {
  const clock = createFakeClock()
  const queries = new QueryClient()
  const held = new Map([['105/25', clock.now() - 20 * 60_000]])
  const heldFiresInBox = vi.fn(async ({ west, south }: { west: number; south: number }): Promise<Answer<Hotspot[]>> => {
    const asOfMs = held.get(`${west}/${south}`)
    return asOfMs === undefined ? { kind: 'none' } : { kind: 'data', data: [], asOfMs, stale: true }
  })
  const ask = createAsk({
    async request() {
      const cells = [...held].map(([key, asOfMs]) => [...key.split('/').map(Number), asOfMs])
      return { status: 200, body: { cells }, asOfMs: clock.now(), stale: false }
    },
    counters: async () => ({ queued: 0, total: 0, failed: 0 }),
  })
  const api = { heldFiresInBox } as Partial<ContractApi> as ContractApi
  const field = createFireField({ queries, api, clock })
  const borrower = createSharedCellLoader({ queries, api, ask, clock })
  return { clock, held, heldFiresInBox, field, borrower }
}

it('shows cells requested by others with their age, and leaves the rest unobserved', async () => {
  const { clock, field, borrower } = setUp()
  const stopHearing = field.subscribe(() => {})
  const stop = borrower.want(COVERAGE.wanted)
  await clock.advance(1_000)
  const { loaded, oldestAnswerMs } = field.look(COVERAGE)
  expect(loaded.map(({ box }) => [box.west, box.south])).toEqual([[105, 25]])
  expect(oldestAnswerMs).toBeCloseTo(clock.now() - 1_000 - 20 * 60_000, 0)
  stop()
  stopHearing()
})

it('loads a cell again only when the server has a newer response', async () => {
  const { clock, held, heldFiresInBox, borrower } = setUp()
  const stop = borrower.want(COVERAGE.wanted)
  await clock.advance(120_000)
  expect(heldFiresInBox).toHaveBeenCalledTimes(1)
  held.set('105/25', clock.now())
  await clock.advance(60_000)
  expect(heldFiresInBox).toHaveBeenCalledTimes(2)
  stop()
  await clock.advance(600_000)
  expect(heldFiresInBox).toHaveBeenCalledTimes(2)
  expect(clock.pending).toBe(0)
})
