import { z } from 'zod'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { SealedMinute } from '../../history/sealed-store.ts'
import type { KeptStore } from '../engine.ts'
import { pack, unpack } from '../messages.ts'

/** Reports are stored by ten minutes of their observation. */
export const REPORTS_MS = 10 * MINUTE_MS
/** Minutes that may still get strikes: single ones were seen twelve minutes late. */
export const LATE_MINUTES = 30
const HEAD_BYTES = 4

const spansSchema = z.array(z.object({ fromMs: z.number(), toMs: z.number() }))

const stateSchema = z.object({
  /** Of the log. */
  identity: z.string(),
  /** Minutes before this one, counted since 1970, are complete except for later messages than `number`. */
  sealedTo: z.number(),
  /** Message of the log from which to read: earlier ones have nothing of later minutes. */
  from: z.number(),
  number: z.number(),
  observed: z.object({ lightning: spansSchema, metar: spansSchema }),
})
/** Extent of the stored minutes and reports. */
export type KeptState = z.infer<typeof stateSchema>

const headSchema = z.object({
  minute: z.number(),
  parts: z.array(z.object({ compact: z.boolean(), count: z.number(), bytes: z.number() })),
  late: z.array(z.object({ afterMs: z.number(), bytes: z.number() })),
})

export const STATE_KEY = 'state'
export const minuteKey = (minute: number) => `strikes.${minute}`
export const reportsKey = (tenMinutes: number, part: number) => `reports.${tenMinutes}.${part}`

/** The minute of a key; null for other keys. */
export function minuteOfKey(key: string): number | null {
  const [of, minute, ...rest] = key.split('.')
  return of === 'strikes' && rest.length === 0 && /^\d+$/.test(minute ?? '') ? Number(minute) : null
}

export const isReportsKey = (key: string) => key.startsWith('reports.')

export const packState = (state: KeptState) => pack(state)

/** The stored state of that log, if any. Throws if it is invalid. */
export async function readState(store: Pick<KeptStore, 'get'>, identity: string): Promise<KeptState | null> {
  const bytes = await store.get(STATE_KEY)
  const state = bytes && stateSchema.parse(unpack(bytes))
  return state?.identity === identity ? state : null
}

/** A minute: the length of its head, the head as JSON, and the frames. */
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

/** Throws if the bytes are invalid. */
export function unpackMinute(bytes: Uint8Array): SealedMinute {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = HEAD_BYTES + buffer.readUInt32LE()
  const head = headSchema.parse(JSON.parse(buffer.toString('utf8', HEAD_BYTES, at)))
  const take = (length: number) => {
    if (at + length > buffer.length) throw new Error('the stored minute is truncated')
    at += length
    return buffer.subarray(at - length, at)
  }
  return {
    minute: head.minute,
    parts: head.parts.map(({ compact, count, bytes: length }) => ({ compact, count, frames: take(length) })),
    late: head.late.map(({ afterMs, bytes: length }) => ({ afterMs, frames: take(length) })),
  }
}
