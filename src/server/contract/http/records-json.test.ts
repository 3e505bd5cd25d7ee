import { expect, it, vi } from 'vitest'
import { strikeAt } from '../../../testing/history-kit.ts'
import { manyStrikesJson, RECORDS_PER_TURN, strikesJson } from './records-json.ts'

it('writes many strikes as it writes few, and yields after a few hundred', async () => {
  const records = Array.from({ length: 3 * RECORDS_PER_TURN + 1 }, (_, i) => strikeAt(1_800_000_000_000 + i))
  const turn = vi.fn(async () => {})
  expect(await manyStrikesJson(records, turn)).toBe(strikesJson(records))
  expect(turn).toHaveBeenCalledTimes(3)
  expect(RECORDS_PER_TURN).toBeLessThanOrEqual(1_000)
  expect(await manyStrikesJson([])).toBe('[]')
})
