import { expect, it } from 'vitest'
import type { HistoryPart } from '../../../../client/history/strike-history.ts'
import { type StrikeRecord, strikeRecordSchema } from '../../../../contract/lightning.ts'
import { destination } from '../../../../core/geo/geo.ts'
import { countNear, NEAR_BIN_MS, nearAt } from './near-strikes.ts'

const ZSPD = { lat: 31.143, lon: 121.805 }
const START_MS = Date.UTC(2026, 6, 1, 8)
const PERIOD = { fromMs: START_MS, toMs: START_MS + 4 * NEAR_BIN_MS }

const strike = (minute: number, km: number): StrikeRecord =>
  strikeRecordSchema.parse({
    time: (START_MS + minute * 60_000) * 1e6,
    ...destination(ZSPD, 45, km),
    arrived_at: '2026-07-01T08:00:00Z',
  })
const part = (records: StrikeRecord[], notObserved: HistoryPart['notObserved'] = []): HistoryPart => ({
  async *pieces() {
    yield records
  },
  notObserved,
  toMs: PERIOD.toMs,
})

it('counts what struck within 16 km in each ten minutes', async () => {
  const { counts } = await countNear(
    ZSPD,
    PERIOD,
    part([strike(1, 2), strike(9, 15.9), strike(12, 16.1), strike(31, 8)]),
  )
  expect(counts).toEqual([2, 0, 0, 1])
})

it('does not report zero strikes without observation', async () => {
  const gap = { fromMs: START_MS + 15 * 60_000, toMs: START_MS + 25 * 60_000 }
  const strikes = await countNear(ZSPD, PERIOD, part([strike(12, 3)], [gap]))
  expect(strikes.counts).toEqual([0, 1, null, 0])
  expect(nearAt(strikes, START_MS + 21 * 60_000)).toBeNull()
  expect(nearAt(strikes, START_MS + 12 * 60_000)).toBe(1)
  expect(nearAt(strikes, START_MS - 1)).toBeNull()
})
