const FORM = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]\s*(\d{1,2}):(\d{2}))?\s*(?:Z|UTC)?$/i

/** `2026-07-01 08:00`: a moment (Unix ms) in UTC to the minute. */
export function utcMinuteText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

/** Unix ms of a text such as `2026-07-01 08:00`, or of a day; UTC. Null for other texts, and nonexistent days. */
export function parseUtcMinute(text: string): number | null {
  const match = FORM.exec(text.trim())
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = Date.UTC(year, month - 1, day, hour, minute)
  const date = new Date(ms)
  const isReal =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCFullYear() === year &&
    hour < 24 &&
    minute < 60
  return isReal ? ms : null
}
