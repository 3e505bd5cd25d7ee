import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 64 })

const PARTS: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
}

/** How far the wall clock of `zone` is ahead of UTC at this instant. */
export function zoneOffsetMs(ms: number, zone: string): number {
  const part: Record<string, number> = {}
  const format = heldOrMade(formats, zone, () => new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: zone }))
  for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value)
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  return wall - Math.floor(ms / 1000) * 1000
}

/** `2026-07-21T17:00:00+08:00` in the zone. */
export function formatInZone(ms: number, zone: string): string {
  const offsetMs = zoneOffsetMs(ms, zone)
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS)
  const two = (value: number) => `${value}`.padStart(2, '0')
  const wall = new Date(ms + offsetMs).toISOString().slice(0, 19)
  return `${wall}${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Local days from the one of `ms` on, each with its date, start and end. */
export function localDays(ms: number, zone: string, count: number): { date: string; startMs: number; endMs: number }[] {
  const today = Math.floor((ms + zoneOffsetMs(ms, zone)) / DAY_MS)
  return Array.from({ length: count }, (_, i) => {
    const startMs = startOfDay(today + i, zone)
    return {
      date: new Date((today + i) * DAY_MS).toISOString().slice(0, 10),
      startMs,
      endMs: startOfDay(today + i + 1, zone),
    }
  })
}

function startOfDay(day: number, zone: string): number {
  const wall = day * DAY_MS
  const guess = wall - zoneOffsetMs(wall, zone)
  return wall - zoneOffsetMs(guess, zone)
}
