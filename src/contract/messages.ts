import * as z from 'zod/mini'
import { boundedText, latitude, lenient, listOf, longitude, number, text } from './fields.ts'

/** WebSocket messages of DL §4.3, §4.8 and §6, and the extensions that our own servers add. */

/** West, south, east, north in degrees; west beyond east crosses the antimeridian. */
export const boxSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .check(z.refine(([, south, , north]) => south < north))

/** Ours. A place in the log that several processes share, `LOG-NUMBER`: of the same log the later place has the greater number. */
export const positionSchema = lenient(boundedText)

const POSITION = /^([0-9a-z]{1,16})-(\d{1,15})$/

/** An answer that may tell its place beside what else is in it. */
export const placedSchema = z.catch(z.object({ position: z.optional(positionSchema) }), {})

export function positionOf(log: string, number: number): string {
  return `${log}-${number}`
}

/** False as well where one of them is none. */
export function isSameLog(a: string, b: string): boolean {
  const [, log] = POSITION.exec(a) ?? []
  return log !== undefined && log === POSITION.exec(b)?.[1]
}

/** Whether `position` comes before `due`; false where they are not of one log, or one of them is not told. */
export function isBefore(position: string | null | undefined, due: string | null | undefined): boolean {
  if (!position || !due || !isSameLog(position, due)) return false
  return Number(POSITION.exec(position)![2]) < Number(POSITION.exec(due)![2])
}

export const clientMessageSchema = z.looseObject({
  action: z.enum(['subscribe', 'unsubscribe', 'pong']),
  icaos: z.optional(listOf(boundedText)), // airport sockets
  since: z.optional(z.union([z.number(), z.bigint(), boundedText])), // ours: replay from history after this `time`
  after: z.optional(boundedText), // ours: what came after this `position`, without a break
  bbox: z.optional(boxSchema), // ours: strikes in there alone
})
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** Messages of the upstream. The records in `data` are read apart, by `readRecords`, so that a bad one costs only itself. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('new_strikes'),
    position: z.optional(positionSchema), // ours: everything up to it has been sent, this batch among it
    data: listOf(z.unknown()),
  }),
  z.looseObject({ type: z.literal('new_metar_arrived'), data: listOf(z.unknown()) }),
  z.looseObject({
    type: z.literal('subscribed'),
    bbox: z.optional(boxSchema),
    position: z.optional(positionSchema), // ours: what comes after it is sent
    after: z.optional(positionSchema), // ours: what came after this one is sent first, as was asked for
    // Ours: something comes at least this often from now on. Who hears nothing for twice as long finds another process.
    heartbeat_seconds: lenient(z.number().check(z.positive())),
  }),
  z.looseObject({ type: z.literal('unsubscribed') }),
  z.looseObject({ type: z.literal('ping') }),
  z.looseObject({
    type: z.literal('server_notice'),
    message: text,
    remaining_seconds: number,
  }),
  // Ours. A period that the upstream never gave us.
  z.looseObject({ type: z.literal('gap'), from: boundedText, to: boundedText }),
  // Ours. The state of the relay's own line to the upstream: on connect, on every change, and each 5 s while it is
  // down, so that a viewer can tell "the relay lives but its source is silent" from a dead line.
  z.looseObject({ type: z.literal('source_status'), live: z.boolean(), since: boundedText }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

export type ReadMessage =
  | { kind: 'message'; message: ServerMessage }
  | { kind: 'unknown'; type: string } // a type we do not know: ignored and counted
  | { kind: 'malformed' }

const KNOWN_TYPES = new Set<unknown>(serverMessageSchema.def.options.flatMap((option) => option.shape.type.def.values))

/** Classifies one decoded frame; never throws. */
export function readServerMessage(frame: unknown): ReadMessage {
  const type = typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined
  if (typeof type !== 'string') return { kind: 'malformed' }
  if (!KNOWN_TYPES.has(type)) return { kind: 'unknown', type }
  const read = serverMessageSchema.safeParse(frame)
  return read.success ? { kind: 'message', message: read.data } : { kind: 'malformed' }
}
