import * as z from 'zod/mini'
import { latitude, lenient, longitude, number, text } from './fields.ts'
import { positionSchema } from './messages.ts'

export const LIGHTNING_PATHS = {
  strikes: '/fast-lightning/rest/strikes', // DL §4.2
  socket: '/fast-lightning/ws/strikes', // DL §4.3
} as const

/** Unix nanoseconds: past 2^53, where `z.int()` refuses it. A page lives with a double (256 ns), the relay with a bigint. */
const nanosecondsSchema = z.union([
  z.bigint().check(z.positive()),
  z.number().check(z.positive()),
  z.pipe(
    z.string().check(z.regex(/^\d{16,20}$/)),
    z.transform((digits: string) => BigInt(digits)),
  ),
])

/** A lightning record (DL §2.1). Unknown fields pass, and only time and place can make a record unreadable. */
export const strikeRecordSchema = z.looseObject({
  time: nanosecondsSchema,
  obser_datetime: text,
  lat: latitude,
  lon: longitude,
  alt: number, // m; usually 0
  pol: number, // -1, +1, or 0 for unknown; every public live sample is 0
  mds: number, // ns; smaller is usually better located
  mcg: number, // deg; smaller is usually better geometry
  status: lenient(z.union([z.number(), z.string()])), // allowed values: not shown
  region: lenient(z.union([z.number(), z.string()])), // allowed values: not shown
  arrived_at: text,
})
export type StrikeRecord = z.infer<typeof strikeRecordSchema>

/** What makes two records the same one: merged REST and socket data are joined by it. */
export function strikeIdentity(record: Pick<StrikeRecord, 'time' | 'lat' | 'lon'>): string {
  return `${record.time}/${record.lat}/${record.lon}`
}

/** DL §2.2. The records are read apart, by `readRecords`. */
export const strikesResponseSchema = z.looseObject({
  minutes: z.nullish(z.number()),
  from: z.nullish(z.string()),
  to: z.nullish(z.string()),
  checked_at: z.nullish(z.string()),
  count: z.nullish(z.number()),
  buckets: lenient(z.array(z.string())),
  // Ours. What of the window a relay does not know: its own line to the upstream is broken, or was.
  not_observed: z.catch(z.optional(z.array(z.object({ from: z.string(), to: z.string() }))), undefined),
  // Ours. What came up to there is in the answer.
  position: z.optional(positionSchema),
  data: z.array(z.unknown()),
})

/** DL §2.2: a minute bucket, `YYYYMMDDHHMM` in UTC. */
export function minuteBucket(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 12)
}
