import type { Airport } from '../../../core/airports/airport.ts'
import { type BoardRow, boardRow } from '../../../core/airports/airport-board.ts'
import { CATEGORY_PRESETS } from '../../../core/metar/flight-category.ts'
import { comingTo } from '../../../core/nowcast/coming.ts'
import type { LiveData } from '../../live/live-data.ts'
import { isPlace, placeAsAirport, type ShapedPlace, usePlaces } from '../../live/places/place-store.ts'
import type { CategoryScheme } from '../../state/choices.ts'

interface Wanted {
  watched: readonly string[]
  scheme: CategoryScheme
  nowMs: number
}

/** Every airport as a row, in the order of codes, and then every other guarded place. */
export function boardRows(
  { reports, holdTimers, nowcast }: Pick<LiveData, 'reports' | 'holdTimers' | 'nowcast'>,
  { watched, scheme, nowMs }: Wanted,
): BoardRow[] {
  const next = nowcast.now()
  const watchedNow = new Set(watched)
  const sources = {
    latest: reports.latest,
    holdTimer: (icao: string) => holdTimers.read(icao),
    coming: (icao: string) => comingTo(next, icao, nowMs),
    isWatched: (icao: string) => watchedNow.has(icao),
    isPlace,
    preset: CATEGORY_PRESETS[scheme],
  }
  const all = [...byCode(reports.airports()), ...guardedPlaces()]
  return all.map((each) => boardRow(each, sources, nowMs))
}

let listedOf: readonly ShapedPlace[] = []
let listed: readonly Airport[] = []

/** The guarded places in the form of airports, made once for each list. */
function guardedPlaces(): readonly Airport[] {
  const { places } = usePlaces.getState()
  if (places !== listedOf) {
    listedOf = places
    listed = places.map(placeAsAirport)
  }
  return listed
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
