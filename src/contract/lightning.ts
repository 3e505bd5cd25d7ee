import * as z from 'zod/mini'
import { boundedText, givenLatitude, givenLongitude, lenient, listOf, number, text } from './fields.ts'
import { positionSchema } from './messages.ts'
import { type ReadRecords, readRecords } from './records.ts'
import { AHEAD_MAX_MS, parseInstantMs } from './time.ts'

export const LIGHTNING_PATHS = {
  strikes: '/fast-lightning/rest/strikes', // DL §4.2
  socket: '/fast-lightning/ws/strikes', // DL §4.3
} as const

/**
 * From September 2001 to October 2096: values in seconds, milliseconds and microseconds are smaller, and so rejected.
 */
const FIRST_NS = 10n ** 18n
const LAST_NS = 4n * 10n ** 18n

/** Unix nanoseconds: beyond 2^53, where `z.int()` rejects it. A page uses a double (256 ns), the relay a bigint. */
const nanosecondsSchema = z.union([
  z.bigint().check(z.minimum(FIRST_NS), z.maximum(LAST_NS)),
  z.number().check(z.minimum(Number(FIRST_NS)), z.maximum(Number(LAST_NS))),
  z.pipe(
    z.string().check(z.regex(/^[1-3]\d{18}$/)),
    z.transform((digits: string) => BigInt(digits)),
  ),
])

/** A lightning record (DL §2.1). Unknown fields pass, and only time and place are required. */
export const strikeRecordSchema = z.looseObject({
  time: nanosecondsSchema,
  obser_datetime: text,
  lat: givenLatitude,
  lon: givenLongitude,
  alt: number, // m; usually 0
  pol: number, // -1, +1, or 0 for unknown; every public live sample is 0
  mds: number, // ns; smaller is usually better located
  mcg: number, // deg; smaller is usually better geometry
  status: lenient(z.union([z.number(), boundedText])), // values not documented
  region: lenient(z.union([z.number(), boundedText])), // values not documented
  arrived_at: text,
})
export type StrikeRecord = z.infer<typeof strikeRecordSchema>

/** Maximum delay of a record: an earlier time is wrong. */
export const STRIKE_AGE_MAX_MS = 24 * 3_600_000
/** Nearly all strikes are stored within this time. */
const STORED_WITHIN_MS = 45_000
const SECOND_MS = 1_000

interface Period {
  fromMs: number
  toMs: number
}

/** Result of parsing a list of strikes. */
export interface ReadStrikes extends ReadRecords<StrikeRecord> {
  /**
   * Times of dropped strikes, Unix ms, estimated from other fields; null if unknown. Coverage of these times is
   * incomplete.
   */
  lost: (Period | null)[]
}

/**
 * Parses strikes record by record, at `nowMs` (Unix ms): one with an implausible time is dropped like one without a
 * time.
 */
export function readStrikes(list: unknown, nowMs: number): ReadStrikes {
  const lost: (Period | null)[] = []
  const read = readRecords(strikeRecordSchema, list, {
    whyImpossible: ({ time, lat, lon }) =>
      lat === 0 && lon === 0 ? 'lat, lon: 0/0 means an unknown position' : whyImpossible(Number(time) / 1e6, nowMs),
    onDropped: (item) => void lost.push(periodOf(item, nowMs)),
  })
  return { ...read, lost: Array.isArray(list) || read.dropped === 0 ? lost : [null] }
}

function whyImpossible(timeMs: number, nowMs: number): string | null {
  const aheadMs = timeMs - nowMs
  if (aheadMs <= AHEAD_MAX_MS && aheadMs >= -STRIKE_AGE_MAX_MS) return null
  const hours = (Math.abs(aheadMs) / 3_600_000).toFixed(1)
  return `time: is ${hours} h ${aheadMs > 0 ? 'after' : 'before'} now, allowed are 24 h before to 10 min after`
}

/** Time of an unreadable strike, from any of its plausible times. */
function periodOf(item: unknown, nowMs: number): Period | null {
  const { time, obser_datetime, arrived_at }: Partial<Record<string, unknown>> = Object(item)
  const struckNs = z.safeParse(nanosecondsSchema, time).data
  for (const ms of [struckNs === undefined ? null : Number(struckNs) / 1e6, parseInstantMs(obser_datetime)]) {
    if (ms === null || whyImpossible(ms, nowMs) !== null) continue
    const fromMs = Math.floor(ms / SECOND_MS) * SECOND_MS
    return { fromMs, toMs: fromMs + SECOND_MS }
  }
  const storedMs = parseInstantMs(arrived_at)
  if (storedMs === null || whyImpossible(storedMs, nowMs) !== null) return null
  const toMs = Math.ceil(storedMs / SECOND_MS) * SECOND_MS
  return { fromMs: toMs - STORED_WITHIN_MS, toMs }
}

/** Identity of a record: merges REST and socket data. */
export function strikeIdentity(record: Pick<StrikeRecord, 'time' | 'lat' | 'lon'>): string {
  return `${record.time}/${record.lat}/${record.lon}`
}

/** DL §2.2. Records are parsed separately, by `readStrikes`. */
export const strikesResponseSchema = z.looseObject({
  minutes: number,
  from: text,
  to: text,
  checked_at: text,
  count: number,
  buckets: lenient(listOf(boundedText)),
  // Extension: parts of the window unknown to a relay, because its line to the upstream is or was down.
  not_observed: z.catch(z.optional(listOf(z.object({ from: boundedText, to: boundedText }))), undefined),
  // Extension: the response contains everything up to this position.
  position: z.optional(positionSchema),
  data: listOf(z.unknown()),
})

/** DL §2.2: a minute bucket, `YYYYMMDDHHMM` in UTC. */
export function minuteBucket(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 12)
}
