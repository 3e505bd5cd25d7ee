import { expect, it } from 'vitest'
import { datePlus, localTime, startOfDayMs } from './local-day.ts'

const utc = (ms: number) => new Date(ms).toISOString().slice(0, 16)

it('has the clock times of a time zone', () => {
  const ms = Date.UTC(2026, 5, 30, 16, 30)
  expect(localTime(ms, 'Asia/Shanghai')).toEqual({ date: '2026-07-01', time: '00:30' })
  expect(localTime(ms, 'America/Denver')).toEqual({ date: '2026-06-30', time: '10:30' })
})

it.each([
  ['2026-07-01', 'UTC', '2026-07-01T00:00'],
  ['2026-07-01', 'Asia/Shanghai', '2026-06-30T16:00'],
  ['2026-07-01', 'America/Denver', '2026-07-01T06:00'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00'], // 23 hours long
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00'], // 25 hours long
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00'],
  ['2026-07-01', 'Pacific/Kiritimati', '2026-06-30T10:00'],
])('begins %s in %s at %s UTC', (date, zone, wanted) => {
  expect(utc(startOfDayMs(date, zone))).toBe(wanted)
})

it('counts days over the ends of months', () => {
  expect([datePlus('2026-03-01', -1), datePlus('2026-12-31', 1)]).toEqual(['2026-02-28', '2027-01-01'])
})
