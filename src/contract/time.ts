/** Times of the wire: ISO 8601 with `Z`, with an offset, or without either. */

const INSTANT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/** Tolerance for times in the future, because clocks differ. */
export const AHEAD_MAX_MS = 10 * 60_000

/** Years have four digits. */
const FIRST_MS = Date.parse('0000')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The Line Islands have the largest offset. */
const OFFSET_MAX_MINUTES = 14 * 60

/**
 * Unix milliseconds of `text`, or null if invalid. For a text without an offset `offsetMinutes` is the one documented
 * for the field: 0 for the many "UTC" fields, 480 for times in Asia/Shanghai.
 */
export function parseInstantMs(text: unknown, offsetMinutes = 0): number | null {
  if (typeof text !== 'string') return null
  const match = INSTANT.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match
  const dayMs = startOfDayMs(+year!, +month!, +day!)
  const zoneMinutes = zoneOffsetMinutes(zone, offsetMinutes)
  if (dayMs === null || zoneMinutes === null || !isTimeOfDay(+hour, +minute, +second)) return null
  const minutes = +hour * 60 + +minute - zoneMinutes
  const ms = dayMs + minutes * 60_000 + +second * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  return isInstantMs(ms) ? ms : null // an offset may lead outside the years with four digits
}

/** A time in any supported form, and whether it names its zone. */
export interface ReadInstant {
  /** Unix ms; without an offset read as UTC. */
  ms: number
  hasOffset: boolean
}

const HAS_OFFSET = /(?:z|utc|gmt|[+-]\d{2}(?::?\d{2})?)\s*$/i
/** `2026/07/01 08:00`, `2026-7-1 8:00` */
const LOOSE_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T ]+(\d{1,2})(?=:))/
/** `202607010800`, `20260701080000` */
const COMPACT = /^(\d{8})(\d{4}|\d{6})(?!\d)/
/** `Wed, 01 Jul 2026 08:00:00 GMT` */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
/** Unix time in s, ms, µs or ns, by its digits. */
const UNIX_TIME = /^\d{10}(?:\d{3}){0,3}(?:\.\d*)?$/

const SHORTEST_DATE = '20260701'.length

/** Earlier times mean "not set": the years 1 and 1900, the beginnings of Unix and GPS time. */
const FIRST_SET_MS = Date.parse('1981')

/** Reads a time field: ISO 8601, with slashes or digits alone, HTTP date, or Unix time. Null for other texts. */
export function readInstant(written: string | null | undefined): ReadInstant | null {
  const read = readWritten(written)
  return read && read.ms >= FIRST_SET_MS ? read : null
}

function readWritten(written: string | null | undefined): ReadInstant | null {
  const text = written?.trim() ?? ''
  if (text.length < SHORTEST_DATE) return null
  if (UNIX_TIME.test(text)) {
    return { ms: Number(text.replace('.', '').slice(0, 13).padEnd(13, '0')), hasOffset: true }
  }
  if (HTTP_DATE.test(text)) {
    const ms = Date.parse(text)
    return isInstantMs(ms) ? { ms, hasOffset: true } : null
  }
  const pad = (digits: string) => digits.padStart(2, '0')
  const iso = text
    .replace(COMPACT, '$1T$2')
    .replace(LOOSE_DATE, (_, year: string, month: string, day: string, hour?: string) => {
      return [year, month, day].map(pad).join('-') + (hour ? `T${pad(hour)}` : '')
    })
  const ms = parseInstantMs(iso)
  return ms === null ? null : { ms, hasOffset: HAS_OFFSET.test(iso.slice(10)) }
}

/** True for Unix ms in a year of four digits: other numbers are invalid dates or cannot be written. */
export function isInstantMs(value: unknown): value is number {
  return typeof value === 'number' && value >= FIRST_MS && value <= LAST_MS
}

/** Null for a nonexistent day: `Date` would roll 31 February over into March. */
function startOfDayMs(year: number, month: number, day: number): number | null {
  // `Date.UTC` maps the years 0 to 99 to the last century.
  const ms = new Date(0).setUTCFullYear(year, month - 1, day)
  const date = new Date(ms)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : null
}

/** Second 60 is a leap second, and 24:00 the end of the day. */
function isTimeOfDay(hour: number, minute: number, second: number): boolean {
  return minute <= 59 && second <= 60 && (hour < 24 || (hour === 24 && minute + second === 0))
}

/** Null for an impossible offset. */
function zoneOffsetMinutes(zone: string | undefined, otherwise: number): number | null {
  if (!zone) return otherwise
  if (!/\d/.test(zone)) return 0
  const sign = zone[0] === '-' ? -1 : 1
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(2))
  const all = Number(digits.slice(0, 2)) * 60 + minutes
  return minutes > 59 || all > OFFSET_MAX_MINUTES ? null : sign * all
}

/** `2026-07-01T08:00:00Z`, with milliseconds only if they are not zero. */
export function formatUtc(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Whether this runtime knows the time zone. */
export function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
