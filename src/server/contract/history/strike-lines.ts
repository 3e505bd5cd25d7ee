import type { StrikeRecord } from '../../../contract/lightning.ts'

/**
 * The documented fields of a record (DL §2.1) as JSON, digits of `time` as they came. Written by hand: an hour of a
 * storm is hundreds of thousands of lines, and `JSON.stringify` with exact integers takes ten times as long. So is each field, for
 * looking them up by name takes as long as all the rest.
 */
export function strikeText(record: StrikeRecord): string {
  const { time, obser_datetime, lat, lon, alt, pol, mds, mcg, status, region, arrived_at } = record
  return `{"time":${time}${member(',"obser_datetime":', obser_datetime)}${member(',"lat":', lat)}${member(',"lon":', lon)}${member(',"alt":', alt)}${member(',"pol":', pol)}${member(',"mds":', mds)}${member(',"mcg":', mcg)}${member(',"status":', status)}${member(',"region":', region)}${member(',"arrived_at":', arrived_at)}}`
}

function member(name: string, value: number | string | null | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? `${name}${value}` : `${name}${JSON.stringify(value)}`
}
