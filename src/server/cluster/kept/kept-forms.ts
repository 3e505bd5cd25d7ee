import { z } from 'zod'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { SealedMinute } from '../../history/sealed-store.ts'
import { pack, unpack } from '../messages.ts'

/** Reports go by ten minutes of their observation. */
export const REPORTS_MS = 10 * MINUTE_MS
const HEAD_BYTES = 4

const spansSchema = z.array(z.object({ fromMs: z.number(), toMs: z.number() }))

/** What is kept beside minutes and reports: how far they go, and where the log goes on. */
const stateSchema = z.object({
  /** Of the log. */
  identity: z.string(),
  /** Minutes before this one, counted since 1970, are whole but for what the log has after `number`. */
  sealedTo: z.number(),
  /** The message of the log to read on from: none before it has anything of later minutes. */
  from: z.number(),
  number: z.number(),
  /** What was observed, by feed. */
  observed: z.object({ lightning: spansSchema, metar: spansSchema }),
})
export type KeptState = z.infer<typeof stateSchema>

const headSchema = z.object({
  minute: z.number(),
  parts: z.array(z.object({ compact: z.boolean(), count: z.number(), bytes: z.number() })),
  late: z.array(z.object({ afterMs: z.number(), bytes: z.number() })),
})

export const STATE_KEY = 'state'
export const minuteKey = (minute: number) => `strikes.${minute}`
export const reportsKey = (tenMinutes: number, part: number) => `reports.${tenMinutes}.${part}`

/** The minute that a key is for; null where it is for something else. */
export function minuteOfKey(key: string): number | null {
  const [of, minute, ...rest] = key.split('.')
  return of === 'strikes' && rest.length === 0 && /^\d+$/.test(minute ?? '') ? Number(minute) : null
}

export const isReportsKey = (key: string) => key.startsWith('reports.')

export const packState = (state: KeptState) => pack(state)
/** Throws where that is none of ours. */
export const unpackState = (bytes: Uint8Array): KeptState => stateSchema.parse(unpack(bytes))

/** A minute: the length of its head, the head as JSON, and the frames one after the other. */
export function packMinute({ minute, parts, late }: SealedMinute): Uint8Array {
  const head = Buffer.from(
    JSON.stringify({
      minute,
      parts: parts.map(({ compact, count, frames }) => ({ compact, count, bytes: frames.length })),
      late: late.map(({ afterMs, frames }) => ({ afterMs, bytes: frames.length })),
    }),
  )
  const length = Buffer.alloc(HEAD_BYTES)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...[...parts, ...late].map(({ frames }) => frames)])
}

/** Throws where that is none of ours. */
export function unpackMinute(bytes: Uint8Array): SealedMinute {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = HEAD_BYTES + buffer.readUInt32LE()
  const head = headSchema.parse(JSON.parse(buffer.toString('utf8', HEAD_BYTES, at)))
  const take = (length: number) => {
    if (at + length > buffer.length) throw new Error('a kept minute is cut off')
    at += length
    return buffer.subarray(at - length, at)
  }
  return {
    minute: head.minute,
    parts: head.parts.map(({ compact, count, bytes: length }) => ({ compact, count, frames: take(length) })),
    late: head.late.map(({ afterMs, bytes: length }) => ({ afterMs, frames: take(length) })),
  }
}
