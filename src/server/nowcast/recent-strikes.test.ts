import { expect, it } from 'vitest'
import { observed, setUpHistory, strikeAt } from '../../testing/history-kit.ts'
import { RecentStrikes } from './recent-strikes.ts'

const MINUTE = 60_000

it('adds stored strikes in pieces, yielding in between, each strike once', async () => {
  const { history, batch, clock } = setUpHistory()
  const nowMs = clock.now()
  const strikes = Array.from({ length: 3_500 }, (_, i) =>
    strikeAt(Math.floor(nowMs) - 5 * MINUTE + i, { lat: i / 100 }),
  )
  await batch(...strikes)
  await history.write(observed(nowMs - 60 * MINUTE, nowMs))
  const recent = new RecentStrikes(() => clock.now())
  const pieces: number[] = []
  let before = 0
  await recent.recall(history, async () => {
    pieces.push(recent.columns.end - before)
    before = recent.columns.end
  })
  expect(Math.max(...pieces)).toBe(1_000)
  expect(before).toBe(3_500)
  expect(recent.watched(nowMs - 30 * MINUTE, nowMs)).toBeCloseTo(1, 5)
})
