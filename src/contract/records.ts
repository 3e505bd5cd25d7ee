import * as z from 'zod/mini'
import { isMended } from './json/json-mend.ts'

const WORDS_MAX = 40

/** What a list from the wire held: the good records, and how many were dropped for being unreadable. */
export interface ReadRecords<T> {
  records: T[]
  dropped: number
  /** Records that are kept without a field that could not be read as JSON; absent where there is none. */
  mended?: number
  /** What was wrong with the first of those, in words; absent where none was dropped. */
  complaint?: string
}

/** What a list has to be beyond its schema. */
export interface RecordRules<T> {
  /** Why a record of the right form can't be true; null where it can. */
  whyImpossible?(record: T): string | null
  /** Hears of each item that is dropped, and why. */
  onDropped?(item: unknown, why: string): void
}

/**
 * Reads a list record by record: a bad record is dropped and counted, the others are kept. No list at all reads as
 * empty.
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
      complaint ??= 'a field is not valid JSON and is read as unknown'
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

/** The field, why it can't be read, and what stands in it. */
function complaintOf({ issues }: z.core.$ZodError, item: unknown): string {
  const { path = [], message = '' } = issues[0] ?? {}
  const [field] = path
  const fields: Partial<Record<PropertyKey, unknown>> = typeof item === 'object' && item !== null ? item : {}
  const value = field === undefined ? item : fields[field]
  return `${String(field ?? 'record')}: ${message} (${typeof value === 'object' ? 'an object' : String(value).slice(0, WORDS_MAX)})`
}
