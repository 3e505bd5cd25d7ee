import * as z from 'zod/mini'
import { boundedText, latitude, lenient, listOf, longitude, number, text } from './fields.ts'

/** WebSocket messages of DL §4.3, §4.8 and §6, and the extensions that our own servers add. */

/** West, south, east, north in degrees; west beyond east crosses the antimeridian. */
export const boxSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .check(z.refine(([, south, , north]) => south < north))

/**
 * Extension: position in the log shared by several processes, `LOG-NUMBER`: within a log later positions have greater
 * numbers.
 */
export const positionSchema = lenient(boundedText)

const POSITION = /^([0-9a-z]{1,16})-(\d{1,15})$/

export const placedSchema = z.catch(z.object({ position: z.optional(positionSchema) }), {})

export function positionOf(log: string, number: number): string {
  return `${log}-${number}`
}

/** Also false if any code is invalid. */
export function isSameLog(a: string, b: string): boolean {
  const [, log] = POSITION.exec(a) ?? []
  return log !== undefined && log === POSITION.exec(b)?.[1]
}

/** Whether `position` precedes `due`; false for different logs, or if one is missing. */
export function isBefore(position: string | null | undefined, due: string | null | undefined): boolean {
  if (!position || !due || !isSameLog(position, due)) return false
  return Number(POSITION.exec(position)![2]) < Number(POSITION.exec(due)![2])
}

export const clientMessageSchema = z.looseObject({
  action: z.enum(['subscribe', 'unsubscribe', 'pong']),
  icaos: z.optional(listOf(boundedText)), // airport sockets
  since: z.optional(z.union([z.number(), z.bigint(), boundedText])), // extension: replay from history after this `time`
  after: z.optional(boundedText), // extension: resume after this `position`
  bbox: z.optional(boxSchema), // extension: only strikes inside
})
export type ClientMessage = z.infer<typeof clientMessageSchema>

/**
 * Messages of the upstream. The records in `data` are parsed separately, by `readRecords`, so that an invalid one is
 * dropped alone.
 */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('new_strikes'),
    position: z.optional(positionSchema), // extension: everything up to it has been sent, including this batch
    data: listOf(z.unknown()),
  }),
  z.looseObject({ type: z.literal('new_metar_arrived'), data: listOf(z.unknown()) }),
  z.looseObject({
    type: z.literal('subscribed'),
    bbox: z.optional(boxSchema),
    position: z.optional(positionSchema), // extension: later data will be sent
    after: z.optional(positionSchema), // extension: data after this position is sent first, as requested
    // Extension: maximum silence from now on. After twice this time without a message a client should switch to another
    // process.
    heartbeat_seconds: lenient(z.number().check(z.positive())),
  }),
  z.looseObject({ type: z.literal('unsubscribed') }),
  z.looseObject({ type: z.literal('ping') }),
  z.looseObject({
    type: z.literal('server_notice'),
    message: text,
    remaining_seconds: number,
  }),
  // Extension: a period that the upstream did not deliver.
  z.looseObject({ type: z.literal('gap'), from: boundedText, to: boundedText }),
  // Extension: state of the relay's line to the upstream, on connect, on every change, and every 5 s while it is down,
  // so that a viewer can distinguish a silent source from a dead line.
  z.looseObject({ type: z.literal('source_status'), live: z.boolean(), since: boundedText }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

export type ReadMessage =
  | { kind: 'message'; message: ServerMessage }
  | { kind: 'unknown'; type: string } // unknown type: ignored and counted
  | { kind: 'malformed' }

const KNOWN_TYPES = new Set<unknown>(serverMessageSchema.def.options.flatMap((option) => option.shape.type.def.values))

/** Classifies a parsed frame; never throws. */
export function readServerMessage(frame: unknown): ReadMessage {
  const type = typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined
  if (typeof type !== 'string') return { kind: 'malformed' }
  if (!KNOWN_TYPES.has(type)) return { kind: 'unknown', type }
  const read = serverMessageSchema.safeParse(frame)
  return read.success ? { kind: 'message', message: read.data } : { kind: 'malformed' }
}
