import { expect, it } from 'vitest'
import type { Answer } from './contract-api.ts'
import { STALE_AGAIN_MS, staleRefetchInterval } from './stale-refetch-interval.ts'

it('retries soon for an expired response, else at the given interval', () => {
  const intervalOf = (data: Answer<string> | undefined) => staleRefetchInterval<string>(300_000)({ state: { data } })
  expect(intervalOf({ kind: 'data', data: '', asOfMs: 0, stale: true })).toBe(STALE_AGAIN_MS)
  expect(intervalOf({ kind: 'data', data: '', asOfMs: 0, stale: false })).toBe(300_000)
  expect(intervalOf({ kind: 'none' })).toBe(300_000)
  expect(intervalOf(undefined)).toBe(300_000)
})
