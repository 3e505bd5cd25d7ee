import { DAY_MS } from './durations.ts'

/** Local date and time at a time, Unix ms: `2026-07-01` and `16:00`. */
export function localTime(ms: number, timeZone: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [date = '', time = ''] = format.format(new Date(ms)).split(' ')
  return { date, time }
}

/** Begin of a local day, Unix ms; if midnight is skipped by a clock change, the first time after it. */
export function startOfDayMs(date: string, timeZone: string): number {
  const asUtcMs = (ms: number) => {
    const local = localTime(ms, timeZone)
    return Date.parse(`${local.date}T${local.time}Z`)
  }
  const wantedMs = Date.parse(`${date}T00:00Z`)
  let ms = wantedMs
  // The second iteration uses the offset at the result, not at the first guess.
  for (let i = 0; i < 2; i++) ms += wantedMs - asUtcMs(ms)
  return localTime(ms, timeZone).date < date ? ms + (wantedMs - asUtcMs(ms)) : ms
}

export function datePlus(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
