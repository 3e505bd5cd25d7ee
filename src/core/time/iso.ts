/** A time in milliseconds since 1970 as ISO 8601 in UTC, `2026-07-01T08:00:00.000Z`. */
export function isoOf(ms: number): string {
  return new Date(Math.floor(ms)).toISOString()
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoOf(ms)
}

/** `20260701T080509Z`, for the name of a file. */
export function fileStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
}
