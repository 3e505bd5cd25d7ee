/** A report is some 60 to 400 characters long. Beyond these bounds a text is no report, and is not read. */
export const RAW_METAR_CHARS_MAX = 1_000
export const RAW_METAR_GROUPS_MAX = 120

/** Whether a raw report is short enough to be read; the work of reading it is bounded by that. */
export function isReadableLength(raw: string): boolean {
  return raw.length <= RAW_METAR_CHARS_MAX && (raw.match(/\S+/g)?.length ?? 0) <= RAW_METAR_GROUPS_MAX
}
