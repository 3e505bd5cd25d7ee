import type { ReadRecords } from '../../../contract/records.ts'
import { readAirports, readHotspots, type StandardEndpoint } from '../../../contract/standard.ts'

/** Rows logged individually. */
const NAMED_ROWS = 20
const ROW_NAME_CHARS = 40

export interface SkippedRows {
  endpoint: StandardEndpoint
  rows: number
  /** Names and problems of the first ones. */
  named: string[]
}

type List = unknown[]
type OnDropped = (item: unknown, why: string) => void

/** Position, schema and row names of the list in a response. */
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
 * Removes unreadable rows from the list of a successful response, so that all viewers get the same rows; `skipped`
 * receives the others. A list without any readable row stays unchanged: it must not look empty.
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
  const missing = Math.max(0, Number(data.count) - rows.length) || 0
  if (missing > 0) named.push(`${missing} that count announces`)
  if (dropped + missing > 0) skipped({ endpoint, rows: dropped + missing, named })
  if (records.length === 0) return body
  return { ...fieldsOf(body), data: { ...data, count: records.length, [list.at]: records } }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
