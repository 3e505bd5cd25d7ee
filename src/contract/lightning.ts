import { z } from 'zod'
import { LIGHTNING_MINUTES_DEFAULT, LIGHTNING_MINUTES_MAX, LIGHTNING_MINUTES_MIN } from './limits.ts'
import { queryInt } from './query.ts'

export const LIGHTNING_PATHS = {
  strikes: '/fast-lightning/rest/strikes', // DL §4.2
  socket: '/fast-lightning/ws/strikes', // DL §4.3
} as const

/** Unix nanoseconds: past 2^53, where `z.int()` refuses it. A page lives with a double (256 ns), the relay with a bigint. */
const nanosecondsSchema = z.union([
  z.bigint().positive(),
  z.number().positive(),
  z
    .string()
    .regex(/^\d{16,20}$/)
    .transform((digits) => BigInt(digits)),
])

// A strike with an odd quality number is still a strike: only time and place can make a record unreadable.
const quality = z.number().nullish().catch(null)

/** A lightning record (DL §2.1). Unknown fields pass. */
export const strikeRecordSchema = z.looseObject({
  time: nanosecondsSchema,
  obser_datetime: z.string().nullish().catch(null),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  alt: quality, // m; usually 0
  pol: quality, // -1, +1, or 0 for unknown; every public live sample is 0
  mds: quality, // ns; smaller is usually better located
  mcg: quality, // deg; smaller is usually better geometry
  status: z.union([z.number(), z.string()]).nullish().catch(null), // allowed values: not shown
  region: z.union([z.number(), z.string()]).nullish().catch(null), // allowed values: not shown
  arrived_at: z.string().nullish().catch(null),
})
export type StrikeRecord = z.infer<typeof strikeRecordSchema>

/** What makes two records the same one: merged REST and socket data are joined by it. */
export function strikeIdentity(record: Pick<StrikeRecord, 'time' | 'lat' | 'lon'>): string {
  return `${record.time}/${record.lat}/${record.lon}`
}

/** DL §2.2. The records are read apart, by `readRecords`. */
export const strikesResponseSchema = z.looseObject({
  minutes: z.number().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  checked_at: z.string().nullish(),
  count: z.number().nullish(),
  buckets: z.array(z.string()).nullish().catch(null),
  data: z.array(z.unknown()),
})

/** DL §4.2: query of the REST endpoint. */
export const strikesQuerySchema = z.object({
  minutes: queryInt(LIGHTNING_MINUTES_MIN, LIGHTNING_MINUTES_MAX).default(LIGHTNING_MINUTES_DEFAULT),
})

/** DL §2.2: a minute bucket, `YYYYMMDDHHMM` in UTC. */
export function minuteBucket(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 12)
}
