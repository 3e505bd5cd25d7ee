import * as z from 'zod/mini'
import { boundedText, givenLatitude, givenLongitude, lenient, listOf, number, text } from './fields.ts'
import { positionSchema } from './messages.ts'
import { type ReadRecords, readRecords } from './records.ts'
import { AHEAD_MAX_MS, parseInstantMs } from './time.ts'

export const LIGHTNING_PATHS = {
  strikes: '/fast-lightning/rest/strikes', // DL §4.2
  socket: '/fast-lightning/ws/strikes', // DL §4.3
} as const

/** From September 2001 to October 2096: seconds, milliseconds and microseconds of these years lie below, and are none. */
const [FIRST_NS, LAST_NS] = [10n ** 18n, 4n * 10n ** 18n]

/** Unix nanoseconds: past 2^53, where `z.int()` refuses it. A page lives with a double (256 ns), the relay with a bigint. */
const nanosecondsSchema = z.union([
  z.bigint().check(z.minimum(FIRST_NS), z.maximum(LAST_NS)),
  z.number().check(z.minimum(Number(FIRST_NS)), z.maximum(Number(LAST_NS))),
  z.pipe(
    z.string().check(z.regex(/^[1-3]\d{18}$/)),
    z.transform((digits: string) => BigInt(digits)),
  ),
])

/** A lightning record (DL §2.1). Unknown fields pass, and only time and place can make a record unreadable. */
export const strikeRecordSchema = z.looseObject({
  time: nanosecondsSchema,
  obser_datetime: text,
  lat: givenLatitude,
  lon: givenLongitude,
  alt: number, // m; usually 0
  pol: number, // -1, +1, or 0 for unknown; every public live sample is 0
  mds: number, // ns; smaller is usually better located
  mcg: number, // deg; smaller is usually better geometry
  status: lenient(z.union([z.number(), boundedText])), // allowed values: not shown
  region: lenient(z.union([z.number(), boundedText])), // allowed values: not shown
  arrived_at: text,
})
export type StrikeRecord = z.infer<typeof strikeRecordSchema>

/** Nothing is told of so much later: a time before that is wrong. */
export const STRIKE_AGE_MAX_MS = 24 * 3_600_000
/** Nearly every strike is stored within this. */
const STORED_WITHIN_MS = 45_000
const SECOND_MS = 1_000

interface Period {
  fromMs: number
  toMs: number
}

/** Strikes of a list. */
export interface ReadStrikes extends ReadRecords<StrikeRecord> {
  /**
   * When those that were dropped struck, Unix ms, each by what else the record says; null where it says nothing. They struck
   * all the same: of that time not everything is known.
   */
  lost: (Period | null)[]
}

/** Reads strikes record by record, at `nowMs` (Unix ms): one whose time can't be true is dropped like one without a time. */
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

/** When the strike of a record that can't be read was, by whichever of its times is possible. */
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

/** What makes two records the same one: merged REST and socket data are joined by it. */
export function strikeIdentity(record: Pick<StrikeRecord, 'time' | 'lat' | 'lon'>): string {
  return `${record.time}/${record.lat}/${record.lon}`
}

/** DL §2.2. The records are read apart, by `readStrikes`. */
export const strikesResponseSchema = z.looseObject({
  minutes: z.nullish(z.number()),
  from: z.nullish(boundedText),
  to: z.nullish(boundedText),
  checked_at: z.nullish(boundedText),
  count: z.nullish(z.number()),
  buckets: lenient(listOf(boundedText)),
  // Ours. What of the window a relay does not know: its own line to the upstream is broken, or was.
  not_observed: z.catch(z.optional(listOf(z.object({ from: boundedText, to: boundedText }))), undefined),
  // Ours. What came up to there is in the answer.
  position: z.optional(positionSchema),
  data: listOf(z.unknown()),
})

/** DL §2.2: a minute bucket, `YYYYMMDDHHMM` in UTC. */
export function minuteBucket(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 12)
}
