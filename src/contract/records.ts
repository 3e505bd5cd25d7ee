import * as z from 'zod/mini'
import { isMended } from './json/json-mend.ts'

const WORDS_MAX = 40

/** Result of parsing a list: the valid records, and the number of unreadable ones. */
export interface ReadRecords<T> {
  records: T[]
  dropped: number
  /** Number of records kept without an unreadable field; absent if zero. */
  mended?: number
  /** Problem of the first dropped record; absent if none was dropped. */
  complaint?: string | undefined
}

/** Whether a list without records is not an empty one: its rows are unreadable, or its `count` announces some. */
export function isUnreadList({ records, dropped }: ReadRecords<unknown>, announced?: number | null): boolean {
  return records.length === 0 && (dropped > 0 || (announced ?? 0) > 0)
}

/** Checks beyond the schema. */
export interface RecordRules<T> {
  /** Why a record of valid form is implausible; null if it is plausible. */
  whyImpossible?(record: T): string | null
  /** Receives each dropped item with the reason. */
  onDropped?(item: unknown, why: string): void
}

/**
 * Parses a list record by record: an invalid record is dropped and counted, the others are kept. A missing list counts
 * as empty.
 */
export function readRecords<T>(
  schema: z.core.$ZodType<T>,
  list: unknown,
  { whyImpossible, onDropped }: RecordRules<T> = {},
): ReadRecords<T> {
  if (!Array.isArray(list)) return { records: [], dropped: list === undefined || list === null ? 0 : 1 }
  const records: T[] = []
  let complaint: string | undefined
  let mended = 0
  for (const item of list) {
    const read = z.safeParse(schema, item)
    const wrong = read.success ? (whyImpossible?.(read.data) ?? null) : complaintOf(read.error, item)
    if (read.success && wrong === null) {
      records.push(read.data)
      if (!isMended(item)) continue
      mended++
      complaint ??= 'a field is not valid JSON'
    } else {
      complaint ??= wrong ?? undefined
      onDropped?.(item, wrong ?? '')
    }
  }
  return {
    records,
    dropped: list.length - records.length,
    ...(mended > 0 && { mended }),
    ...(complaint !== undefined && { complaint }),
  }
}

/** Field, problem and value. */
function complaintOf({ issues }: z.core.$ZodError, item: unknown): string {
  const { path = [], message = '' } = issues[0] ?? {}
  const [field] = path
  const fields: Partial<Record<PropertyKey, unknown>> = typeof item === 'object' && item !== null ? item : {}
  const value = field === undefined ? item : fields[field]
  return `${String(field ?? 'record')}: ${message} (${typeof value === 'object' ? 'an object' : String(value).slice(0, WORDS_MAX)})`
}
