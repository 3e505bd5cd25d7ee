import { describe, expect, it } from 'vitest'
import { formatInZone, localDays, zoneOffsetMs } from './weather-time.ts'

const HOUR_MS = 3_600_000

describe('time in a zone', () => {
  it('is written with the offset of the zone at that instant', () => {
    const ms = Date.UTC(2026, 6, 21, 17, 30)
    expect(formatInZone(ms, 'Asia/Shanghai')).toBe('2026-07-22T01:30:00+08:00')
    expect(formatInZone(ms, 'UTC')).toBe('2026-07-21T17:30:00+00:00')
    expect(formatInZone(ms, 'Asia/Kolkata')).toBe('2026-07-21T23:00:00+05:30')
    expect(formatInZone(ms, 'America/New_York')).toBe('2026-07-21T13:30:00-04:00')
    expect(formatInZone(Date.UTC(2026, 0, 21, 17), 'America/New_York')).toBe('2026-01-21T12:00:00-05:00')
    expect(zoneOffsetMs(ms, 'Asia/Urumqi')).toBe(6 * HOUR_MS)
  })

  it('has days from midnight to midnight, shorter or longer at clock changes', () => {
    const [first, second] = localDays(Date.UTC(2026, 6, 21, 17), 'Asia/Shanghai', 2)
    expect(first).toEqual({
      date: '2026-07-22',
      startMs: Date.UTC(2026, 6, 21, 16),
      endMs: Date.UTC(2026, 6, 22, 16),
    })
    expect(second!.date).toBe('2026-07-23')
    const spring = localDays(Date.UTC(2026, 2, 28, 12), 'Europe/Berlin', 2)[1]!
    expect([spring.date, (spring.endMs - spring.startMs) / HOUR_MS]).toEqual(['2026-03-29', 23])
    const autumn = localDays(Date.UTC(2026, 9, 25, 12), 'Europe/Berlin', 1)[0]!
    expect([autumn.date, (autumn.endMs - autumn.startMs) / HOUR_MS]).toEqual(['2026-10-25', 25])
    expect(localDays(0, 'UTC', 0)).toEqual([])
  })
})
