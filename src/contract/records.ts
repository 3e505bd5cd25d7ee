import * as z from 'zod/mini'

/** What a list from the wire held: the good records, and how many were dropped for being unreadable. */
export interface ReadRecords<T> {
  records: T[]
  dropped: number
}

/**
 * Reads a list record by record: a bad record is dropped and counted, the others are kept. No list at all reads as
 * empty.
 */
export function readRecords<T>(schema: z.core.$ZodType<T>, list: unknown): ReadRecords<T> {
  if (!Array.isArray(list)) return { records: [], dropped: list === undefined || list === null ? 0 : 1 }
  const records: T[] = []
  for (const item of list) {
    const read = z.safeParse(schema, item)
    if (read.success) records.push(read.data)
  }
  return { records, dropped: list.length - records.length }
}
