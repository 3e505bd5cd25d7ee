import { expect, it } from 'vitest'
import type { Span } from '../../../core/time/spans.ts'
import { createSettling } from './settling.ts'

const HOLD_MS = 30 * 60_000
const OPENED_MS = Date.UTC(2026, 6, 1, 8)

/** A page at so many seconds after it was opened, whose line has been heard, or is filled. */
function page(line: { lastDataMs: number | null; pending: Span[] }) {
  const isSettled = createSettling({ status: () => line, pending: () => line.pending })
  return (second: number) => isSettled(OPENED_MS + second * 1_000, HOLD_MS)
}
const COMING: Span[] = [{ fromMs: OPENED_MS - 20 * 60_000, toMs: OPENED_MS }]

it('waits for the line, then for what came before it', () => {
  const line = { lastDataMs: null as number | null, pending: [] as Span[] }
  const at = page(line)
  expect(at(0)).toBe(false)
  line.lastDataMs = OPENED_MS
  line.pending = COMING
  expect([1, 2, 3, 4].map(at)).toEqual([false, false, false, false])
  line.pending = []
  expect([5, 6, 7].map(at)).toEqual([false, false, true])
})

it('does not wait for what is older than any count-down', () => {
  const at = page({ lastDataMs: OPENED_MS, pending: [{ fromMs: 0, toMs: OPENED_MS - 2 * HOLD_MS }] })
  expect([0, 2].map(at)).toEqual([false, true])
})

it('keeps nobody waiting for a history that does not come', () => {
  const at = page({ lastDataMs: OPENED_MS, pending: COMING })
  expect([0, 11, 12].map(at)).toEqual([false, false, true])
})

it('stays settled, whatever the line has to make up for later', () => {
  const line = { lastDataMs: OPENED_MS, pending: [] as Span[] }
  const at = page(line)
  expect([0, 2].map(at)).toEqual([false, true])
  line.pending = COMING
  expect(at(3)).toBe(true)
})
