/** Slow reference computations of the accumulations, from lists of strokes: for tests only. */

export interface PlainStroke {
  timeMs: number
  lat: number
  lon: number
}

const HOUR_MS = 3_600_000

/** Cells of a tenth of a degree, by `south,west`: strokes, and hours of the clock in which there was any. */
export function plainCells(
  strokes: readonly PlainStroke[],
  fromMs: number,
  toMs: number,
): Map<string, { count: number; hours: number }> {
  const hours = new Map<string, Set<number>>()
  const counts = new Map<string, number>()
  for (const { timeMs, lat, lon } of strokes) {
    if (timeMs < fromMs || timeMs >= toMs) continue
    const cell = `${Math.floor(lat * 10) / 10},${Math.floor(lon * 10) / 10}`
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
    if (!hours.has(cell)) hours.set(cell, new Set())
    hours.get(cell)!.add(Math.floor(timeMs / HOUR_MS))
  }
  return new Map([...counts].map(([cell, count]) => [cell, { count, hours: hours.get(cell)!.size }]))
}

/** Of a place, by month and hour of the day in UTC: hours with strokes, and strokes. */
export function plainPlace(timesMs: readonly number[]): Map<string, { thunderHours: number; strokes: number }> {
  const byHour = new Map<number, number>()
  for (const ms of timesMs) byHour.set(Math.floor(ms / HOUR_MS), (byHour.get(Math.floor(ms / HOUR_MS)) ?? 0) + 1)
  const table = new Map<string, { thunderHours: number; strokes: number }>()
  for (const [hour, strokes] of byHour) {
    const at = new Date(hour * HOUR_MS)
    const key = `${at.getUTCMonth()} ${at.getUTCHours()}`
    const before = table.get(key) ?? { thunderHours: 0, strokes: 0 }
    table.set(key, { thunderHours: before.thunderHours + 1, strokes: before.strokes + strokes })
  }
  return table
}

/**
 * Reports of an airport by content and minimum distance of the nearest stroke in the ten minutes before, as `TS 8`:
 * strokes are located to `errorKm`.
 */
export function plainChecks(
  reports: readonly { atMs: number; says: 'TS' | 'VCTS' | '' }[],
  strokes: readonly { timeMs: number; km: number }[],
  isObserved: (ms: number) => boolean,
  errorKm: number,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const { atMs, says } of reports) {
    let isWhole = true
    for (let ms = atMs - 599_000; ms <= atMs - 1_000; ms += 1_000) isWhole &&= isObserved(ms)
    const near = strokes.filter(({ timeMs }) => timeMs <= atMs && timeMs > atMs - 600_000)
    const km = Math.min(...near.map((each) => each.km - errorKm), 999)
    const band = km <= 8 ? 8 : km <= 16 ? 16 : km <= 30 ? 30 : 'none'
    const key = isWhole ? `${says || 'no'} ${band}` : 'left out'
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  return found
}
