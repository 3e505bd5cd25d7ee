import { expect, it } from 'vitest'
import { parseInstantMs } from './time.ts'

const NOON = Date.UTC(2026, 6, 1, 12)

it.each(['2026-07-01T12:00:00Z', '2026-07-01T20:00:00+08:00', '2026-07-01T02:00:00-10', '2026-07-02T02:00:00+1400'])(
  'reads %s',
  (text) => {
    expect(parseInstantMs(text)).toBe(NOON)
  },
)

it.each(['2026-07-01T12:00:00+99:00', '2026-07-01T12:00:00+14:30', '2026-07-01T12:00:00-05:60', 'never', ''])(
  'takes %s for no instant',
  (text) => {
    expect(parseInstantMs(text)).toBeNull()
  },
)
