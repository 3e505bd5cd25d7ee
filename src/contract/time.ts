/** Instants as the wire writes them: ISO 8601 with `Z`, with an offset, or with neither. */

const INSTANT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i

/** The Line Islands are furthest ahead of UTC. */
const OFFSET_MAX_MINUTES = 14 * 60

/**
 * Unix milliseconds of `text`, or null when it is no instant. Where the text carries no offset, `offsetMinutes` says
 * what the document promises for that field: 0 for the many "UTC" fields, 480 for times in Asia/Shanghai.
 */
export function parseInstantMs(text: unknown, offsetMinutes = 0): number | null {
  if (typeof text !== 'string') return null
  const match = INSTANT.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match
  const whole = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second)
  const date = new Date(whole)
  // Date.UTC rolls 31 February over into March; the wire never means that. Second 60 is a leap second.
  if (date.getUTCMonth() !== +month! - 1 && +second < 60) return null
  if (+hour > 24 || +minute > 59 || +second > 60) return null
  const zoneMinutes = zoneOffsetMinutes(zone, offsetMinutes)
  if (zoneMinutes === null) return null
  const fractionMs = fraction ? Math.floor(Number(`0.${fraction}`) * 1000) : 0
  return whole + fractionMs - zoneMinutes * 60_000
}

/** Null for an offset that no place on Earth has. */
function zoneOffsetMinutes(zone: string | undefined, otherwise: number): number | null {
  if (!zone) return otherwise
  if (/^(z|utc)$/i.test(zone)) return 0
  const sign = zone[0] === '-' ? -1 : 1
  const digits = zone.slice(1).replace(':', '')
  const hours = Number(digits.slice(0, 2))
  const minutes = Number(digits.slice(2) || 0)
  return minutes > 59 || hours * 60 + minutes > OFFSET_MAX_MINUTES ? null : sign * (hours * 60 + minutes)
}

/** `2026-07-01T08:00:00Z`, or with milliseconds where there are some. */
export function formatUtc(ms: number): string {
  const iso = new Date(ms).toISOString()
  return iso.endsWith('.000Z') ? `${iso.slice(0, -5)}Z` : iso
}
