import { heldOrMade } from './held-or-made.ts'

/** Numbers and times as text, alike in every language. */

const clockFormats = new Map<string, Intl.DateTimeFormat>()

function zoned(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}/${Object.values(options).join()}`
  const make = () => new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options })
  return heldOrMade(clockFormats, key, make)
}

/** `14:05`, or `14:05:09` with seconds. UTC times are written each second: without `Intl`, which is slow. */
export function clockText(ms: number, zone: string, seconds = false): string {
  if (zone === 'UTC') return new Date(ms).toISOString().slice(11, seconds ? 19 : 16)
  return zoned(zone, { hour: '2-digit', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}) }).format(ms)
}

/** `2026-07-01`. */
export function dateText(ms: number, zone: string): string {
  if (zone === 'UTC') return new Date(ms).toISOString().slice(0, 10)
  const date = zoned(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms) // `01/07/2026`
  return date.split('/').reverse().join('-')
}

/** Minutes that `zone` is ahead of UTC at that moment. */
export function zoneOffsetMinutes(ms: number, zone: string): number {
  const name = zoned(zone, { timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find((part) => part.type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '')
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0
}

/** `31.143°N 121.805°E`. */
export function positionText(lat: number, lon: number, digits = 3): string {
  const ns = lat < 0 ? 'S' : 'N'
  const ew = lon < 0 ? 'W' : 'E'
  return `${Math.abs(lat).toFixed(digits)}°${ns} ${Math.abs(lon).toFixed(digits)}°${ew}`
}

const counts = new Intl.NumberFormat('en-US')

/** A count with thin group separators: `12,345`. */
export function countText(count: number): string {
  return counts.format(count)
}

/** `12.3`, without a trailing `.0` and never `-0`; an en dash without a value. */
export function numberText(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  const rounded = Number(value.toFixed(digits))
  return String(rounded === 0 ? 0 : rounded).replace('-', '−')
}
