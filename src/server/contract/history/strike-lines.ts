import type { StrikeRecord } from '../../../contract/lightning.ts'

/**
 * The documented fields of a record (DL §2.1) as JSON, with the digits of `time` as received. Hand-written: an hour of
 * a storm has hundreds of thousands of lines, and `JSON.stringify` with exact integers takes ten times as long. Fields
 * are spelled out because dynamic lookup takes as long as everything else.
 */
export function strikeText(record: StrikeRecord): string {
  const { time, obser_datetime, lat, lon, alt, pol, mds, mcg, status, region, arrived_at } = record
  return `{"time":${time}${member(',"obser_datetime":', obser_datetime)}${member(',"lat":', lat)}${member(',"lon":', lon)}${member(',"alt":', alt)}${member(',"pol":', pol)}${member(',"mds":', mds)}${member(',"mcg":', mcg)}${member(',"status":', status)}${member(',"region":', region)}${member(',"arrived_at":', arrived_at)}}`
}

function member(name: string, value: number | string | null | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? `${name}${value}` : `${name}${JSON.stringify(value)}`
}
