import type { StrikeRecord } from '../../../contract/lightning.ts'

/** As DL §2.1 lists them. */
const FIELDS = ['obser_datetime', 'lat', 'lon', 'alt', 'pol', 'mds', 'mcg', 'status', 'region', 'arrived_at'] as const

/**
 * The documented fields of a record as JSON, digits of `time` as they came. Written by hand: an hour of a
 * storm is hundreds of thousands of lines, and `JSON.stringify` with exact integers takes ten times as long.
 */
export function strikeText(record: StrikeRecord): string {
  let text = `{"time":${record.time}`
  for (const name of FIELDS) {
    const value = record[name]
    if (value !== undefined) text += `,"${name}":${typeof value === 'number' ? value : JSON.stringify(value)}`
  }
  return `${text}}`
}
