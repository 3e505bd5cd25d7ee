import { expect, it } from 'vitest'
import { invalidTimeLink } from './invalid-time-link.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const OLDEST = NOW - 72 * 60 * MINUTE
const found = (asked: string | null) => invalidTimeLink(asked, NOW, OLDEST)

it('is absent without a moment, or for a moment in the history', () => {
  expect(found(null)).toBeNull()
  expect(found('2026-07-01T07:30:00Z')).toBeNull()
  expect(found('2026-06-28T08:00:00Z')).toBeNull()
})

it('is an unreadable moment, quoted within a length limit', () => {
  expect(found('yesterday')).toEqual({ kind: 'unreadable', text: 'yesterday' })
  expect(found('')).toEqual({ kind: 'unreadable', text: '' })
  expect(found('2026-02-31T08:00:00Z')).toMatchObject({ kind: 'unreadable' })
  expect(found('x'.repeat(500))).toEqual({ kind: 'unreadable', text: 'x'.repeat(40) })
})

it('is a future moment, beyond a small difference of clocks', () => {
  expect(found('2026-07-01T08:00:30Z')).toBeNull()
  expect(found('2026-07-01T09:00:00Z')).toEqual({ kind: 'future', atMs: NOW + 60 * MINUTE })
})

it('is a moment before the history', () => {
  expect(found('2026-06-28T07:59:00Z')).toEqual({ kind: 'before', atMs: OLDEST - MINUTE, oldestMs: OLDEST })
})
