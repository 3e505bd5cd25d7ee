import type { Airport } from '../../../core/airports/airport.ts'
import { type BoardRow, boardRow } from '../../../core/airports/airport-board.ts'
import { CATEGORY_PRESETS } from '../../../core/metar/flight-category.ts'
import type { LiveData } from '../../live/live-data.ts'
import type { CategoryScheme } from '../../state/choices.ts'

interface Wanted {
  watched: readonly string[]
  scheme: CategoryScheme
  nowMs: number
}

/** Every airport as a row, in the order of codes. */
export function boardRows(
  { reports, holdTimers }: Pick<LiveData, 'reports' | 'holdTimers'>,
  { watched, scheme, nowMs }: Wanted,
): BoardRow[] {
  const watchedNow = new Set(watched)
  const sources = {
    latest: reports.latest,
    holdTimer: (icao: string) => holdTimers.read(icao),
    isWatched: (icao: string) => watchedNow.has(icao),
    preset: CATEGORY_PRESETS[scheme],
  }
  return byCode(reports.airports()).map((airport) => boardRow(airport, sources, nowMs))
}

let sortedOf: readonly Airport[] = []
let sorted: readonly Airport[] = []

/** The list in order of codes, sorted once for each list. */
function byCode(airports: readonly Airport[]): readonly Airport[] {
  if (airports !== sortedOf) {
    sortedOf = airports
    sorted = airports.toSorted((a, b) => (a.icao < b.icao ? -1 : 1))
  }
  return sorted
}
