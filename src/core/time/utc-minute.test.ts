import { expect, it } from 'vitest'
import { parseUtcMinute, utcMinuteText } from './utc-minute.ts'

const AT = Date.UTC(2026, 6, 1, 8, 5)

it.each(['2026-07-01 08:05', '2026-07-01T08:05Z', ' 2026-7-1 8:05 UTC ', utcMinuteText(AT)])('reads %s', (text) => {
  expect(parseUtcMinute(text)).toBe(AT)
})

it('reads a day alone as its beginning', () => {
  expect(parseUtcMinute('2026-07-01')).toBe(Date.UTC(2026, 6, 1))
})

it.each(['', '2026-02-30 08:00', '2026-07-01 24:00', '2026-07-01 08:60', '07/01/2026 8:05 PM', '20266-07-01 08:00'])(
  'takes %j for no moment',
  (text) => expect(parseUtcMinute(text)).toBeNull(),
)
