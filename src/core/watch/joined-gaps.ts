import type { Alarm } from '../../contract/watch/alarms.ts'

/** The id of the row that began the gap, given the row that ends it; null for other rows. */
export function gapRowId({ id, step, place, from, to }: Alarm): string | null {
  if (step !== 'observation' || from == null || to == null) return null
  const fromMs = Date.parse(from)
  return place ? `${place.id}.weather.overdue.${fromMs}` : id.replace(/\.seen\..*$/, `.gap.${fromMs}`)
}

/** One incident, one row: where the end of a gap is listed, which names its beginning, the row of the beginning is left out. */
export function withGapsJoined(rows: readonly Alarm[]): Alarm[] {
  const joined = new Set(rows.map(gapRowId))
  return rows.filter(({ id }) => !joined.has(id))
}
