import * as z from 'zod/mini'

const WORDS_MAX = 40

/** What a list from the wire held: the good records, and how many were dropped for being unreadable. */
export interface ReadRecords<T> {
  records: T[]
  dropped: number
  /** What was wrong with the first of those, in words; absent where none was dropped. */
  complaint?: string
}

/**
 * Reads a list record by record: a bad record is dropped and counted, the others are kept. No list at all reads as
 * empty.
 */
export function readRecords<T>(schema: z.core.$ZodType<T>, list: unknown): ReadRecords<T> {
  if (!Array.isArray(list)) return { records: [], dropped: list === undefined || list === null ? 0 : 1 }
  const records: T[] = []
  let complaint: string | undefined
  for (const item of list) {
    const read = z.safeParse(schema, item)
    if (read.success) records.push(read.data)
    else complaint ??= complaintOf(read.error, item)
  }
  return { records, dropped: list.length - records.length, ...(complaint !== undefined && { complaint }) }
}

/** The field, why it can't be read, and what stands in it. */
function complaintOf({ issues }: z.core.$ZodError, item: unknown): string {
  const { path = [], message = '' } = issues[0] ?? {}
  const [field] = path
  const fields: Partial<Record<PropertyKey, unknown>> = typeof item === 'object' && item !== null ? item : {}
  const value = field === undefined ? item : fields[field]
  return `${String(field ?? 'record')}: ${message} (${typeof value === 'object' ? 'an object' : String(value).slice(0, WORDS_MAX)})`
}
