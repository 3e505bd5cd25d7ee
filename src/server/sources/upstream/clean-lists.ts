import type { ReadRecords } from '../../../contract/records.ts'
import { readAirports, readHotspots, type StandardEndpoint } from '../../../contract/standard.ts'

/** Rows that are named in the log one by one. */
const NAMED_ROWS = 20
const ROW_NAME_CHARS = 40

/** Rows of an answer that were set aside. */
export interface SkippedRows {
  endpoint: StandardEndpoint
  rows: number
  /** The first of them: what they are called, and what is wrong. */
  named: string[]
}

type List = unknown[]
type OnDropped = (item: unknown, why: string) => void

/** Where the list of an answer stands, how it is read, and what its rows are called. */
const LISTS: Partial<
  Record<
    StandardEndpoint,
    { at: string; id: string; read(list: List, nowMs: number, onDropped: OnDropped): ReadRecords<object> }
  >
> = {
  airports: { at: 'stations', id: 'icao_code', read: (list, _, onDropped) => readAirports(list, onDropped) },
  firesInBox: { at: 'items', id: 'hotspot_id', read: readHotspots },
  firesNearby: { at: 'items', id: 'hotspot_id', read: readHotspots },
}

/**
 * The body of a good answer with the readable rows of its list alone, so that everybody who is answered from it has the same
 * ones; `skipped` hears of the others. A list of which no row can be read stays as it came: it must not pass for an empty one.
 */
export function withCleanList(
  endpoint: StandardEndpoint,
  body: unknown,
  nowMs: number,
  skipped: (rows: SkippedRows) => void,
): unknown {
  const list = LISTS[endpoint]
  const data = fieldsOf(fieldsOf(body).data)
  const rows = list && data[list.at]
  if (!list || !Array.isArray(rows)) return body
  const named: string[] = []
  const { records, dropped } = list.read(rows, nowMs, (row, why) => {
    if (named.length >= NAMED_ROWS) return
    const name = fieldsOf(row)[list.id]
    named.push(`${JSON.stringify(String(name ?? '?').slice(0, ROW_NAME_CHARS))}: ${why}`)
  })
  if (dropped > 0) skipped({ endpoint, rows: dropped, named })
  if (records.length === 0) return body
  return { ...fieldsOf(body), data: { ...data, count: records.length, [list.at]: records } }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
