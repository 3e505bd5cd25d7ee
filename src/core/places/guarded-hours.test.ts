import { expect, it } from 'vitest'
import { isWithinHours, parseHours } from './guarded-hours.ts'

it.each([
  // A Wednesday; Shanghai is eight hours ahead.
  ['06:00-22:00', 'UTC', '2026-07-01T05:59:59Z', false],
  ['06:00-22:00', 'UTC', '2026-07-01T06:00:00Z', true],
  ['06:00-22:00', 'UTC', '2026-07-01T22:00:00Z', false],
  ['06:00-22:00', 'Asia/Shanghai', '2026-06-30T22:30:00Z', true],
  ['Mo-Fr 06:00-22:00', 'UTC', '2026-07-04T12:00:00Z', false],
  ['Mo-Fr 06:00-22:00; Sa,Su 08:00-12:00', 'UTC', '2026-07-04T11:59:00Z', true],
  ['Fr-Mo 06:00-22:00', 'UTC', '2026-07-05T12:00:00Z', true],
  ['Fr-Mo 06:00-22:00', 'UTC', '2026-07-01T12:00:00Z', false],
  ['We 22:00-04:00', 'UTC', '2026-07-02T03:59:00Z', true],
  ['We 22:00-04:00', 'UTC', '2026-07-01T03:59:00Z', false],
  ['00:00-24:00', 'UTC', '2026-07-01T23:59:59Z', true],
])('%s in %s at %s: %s', (hours, timeZone, at, expected) => {
  expect(isWithinHours(parseHours(hours), timeZone, Date.parse(at))).toBe(expected)
})
