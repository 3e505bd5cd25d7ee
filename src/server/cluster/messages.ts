import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { gapSchema } from '../../contract/brontide.ts'
import { parseJsonExact, stringifyJsonExact } from '../../contract/json-exact.ts'
import { strikeRecordSchema } from '../../contract/lightning.ts'
import { reportRecordSchema } from '../../contract/metar.ts'
import { readRecords } from '../../contract/records.ts'
import { isInstantMs } from '../../contract/time.ts'
import type { LineEvent, ReportEvent, StrikeEvent } from '../sources/source.ts'

type Logged = Exclude<StrikeEvent, { kind: 'link' }> | Exclude<ReportEvent, { kind: 'link' }>

/** Entry of the log: an event of the source, or the start of a leader. */
export type LogEntry =
  | { of: 'lightning'; event: Exclude<StrikeEvent, { kind: 'link' }> }
  | { of: 'metar'; event: Exclude<ReportEvent, { kind: 'link' }> }
  | { of: 'term'; holder: string }

/** Most records of a message: far below the limit of NATS (1 MiB). */
export const RECORDS_OF_MESSAGE = 1_000

/** States of lines are not logged. */
export function isLogged(event: StrikeEvent | ReportEvent): event is Logged {
  return (event as LineEvent).kind !== 'link'
}

/** Number of strikes or reports. */
export function recordsOf(entry: LogEntry): number {
  return entry.of !== 'term' && 'records' in entry.event ? entry.event.records.length : 0
}

/** The same as entries that fit into a message. */
export function splitEntry(entry: LogEntry): LogEntry[] {
  if (entry.of === 'term' || !('records' in entry.event) || entry.event.records.length <= RECORDS_OF_MESSAGE)
    return [entry]
  const { of, event } = entry
  const parts: LogEntry[] = []
  for (let at = 0; at < event.records.length; at += RECORDS_OF_MESSAGE) {
    parts.push({ of, event: { ...event, records: event.records.slice(at, at + RECORDS_OF_MESSAGE) } } as LogEntry)
  }
  return parts
}

/** Removes entries of one message, at least one, from the head of `waiting`. */
export function takeMessage(waiting: LogEntry[]): LogEntry[] {
  let records = 0
  const taken = waiting.findIndex((entry) => {
    records += recordsOf(entry)
    return records > RECORDS_OF_MESSAGE
  })
  return waiting.splice(0, taken < 0 ? waiting.length : Math.max(1, taken))
}

/** JSON with every digit, packed. */
export function pack(value: unknown): Uint8Array {
  return deflateRawSync(stringifyJsonExact(value), { level: 1 })
}

/** Validates entries of another process: invalid ones are dropped, unknown ones of a later version stay. Throws if it is not a list. */
export function readEntries(value: unknown): LogEntry[] {
  if (!Array.isArray(value)) throw new TypeError('a message of the log must be a list of entries')
  return value.filter((entry) => typeof entry === 'object' && entry !== null).flatMap(readEntry)
}

function readEntry(entry: LogEntry): LogEntry[] {
  if (entry.of !== 'lightning' && entry.of !== 'metar') return [entry]
  const { event } = entry
  switch (event?.kind) {
    case 'batch': {
      const { records } = readRecords(strikeRecordSchema, event.records)
      return [{ of: 'lightning', event: { kind: 'batch', records } }]
    }
    case 'reports': {
      const { records } = readRecords(reportRecordSchema, event.records)
      return [{ of: 'metar', event: { kind: 'reports', records } }]
    }
    case 'observed':
    case 'missing':
      return isInstantMs(event.fromMs) && isInstantMs(event.toMs) ? [entry] : []
    case 'gap':
      return gapSchema.safeParse(event.gap).success ? [entry] : []
    default:
      return event ? [entry] : []
  }
}

/** Throws if the bytes are invalid. */
export function unpack(bytes: Uint8Array): unknown {
  return parseJsonExact(inflateRawSync(bytes).toString())
}
