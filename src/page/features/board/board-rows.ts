import type { Airport } from '../../../core/airports/airport.ts'
import { type BoardRow, boardRow } from '../../../core/airports/airport-board.ts'
import { CATEGORY_PRESETS } from '../../../core/metar/flight-category.ts'
import { comingTo, urgencyAt, urgentIn } from '../../../core/nowcast/coming.ts'
import type { LiveData } from '../../live/live-data.ts'
import { isPlace, placeAsAirport, type ShapedPlace, usePlaces } from '../../live/places/place-store.ts'
import type { CategoryScheme } from '../../state/choices.ts'

interface Wanted {
  watched: readonly string[]
  scheme: CategoryScheme
  nowMs: number
}

type From = Pick<LiveData, 'reports' | 'holdTimers' | 'nowcast'>

/** Every airport as a row, in the order of codes, and then every other guarded place. */
export function boardRows(live: From, wanted: Wanted): BoardRow[] {
  return rowsOf([...byCode(live.reports.airports()), ...guardedPlaces().values()], live, wanted)
}

/**
 * Candidate rows for the list of the worst: every airport, and of thousands of other places those with strikes or an
 * approaching storm. Without airports the first place represents the state common to all.
 */
export function rowsInQuestion(live: From, wanted: Wanted): BoardRow[] {
  const airports = byCode(live.reports.airports())
  const guarded = guardedPlaces()
  const next = live.nowcast.now()
  const first = airports.length === 0 ? [...guarded.keys()].slice(0, 1) : []
  const ids = new Set([...first, ...live.holdTimers.struck(), ...(next ? urgentIn(next) : [])])
  const places = [...ids].flatMap((id) => guarded.get(id) ?? [])
  return rowsOf([...airports, ...places], live, wanted)
}

function rowsOf(
  all: readonly Airport[],
  { reports, holdTimers, nowcast }: From,
  { watched, scheme, nowMs }: Wanted,
): BoardRow[] {
  const next = nowcast.now()
  const watchedNow = new Set(watched)
  const sources = {
    latest: reports.latest,
    holdTimer: (icao: string) => holdTimers.read(icao),
    coming: (icao: string) => comingTo(next, icao, nowMs),
    chance: (icao: string) => urgencyAt(next, icao, nowMs),
    isWatched: (icao: string) => watchedNow.has(icao),
    isPlace,
    preset: CATEGORY_PRESETS[scheme],
  }
  return all.map((each) => boardRow(each, sources, nowMs))
}

let listedOf: readonly ShapedPlace[] = []
let listed: ReadonlyMap<string, Airport> = new Map()

/** The guarded places in the form of airports by their ids, made once for each list. */
function guardedPlaces(): ReadonlyMap<string, Airport> {
  const { places } = usePlaces.getState()
  if (places !== listedOf) {
    listedOf = places
    listed = new Map(places.map((place) => [place.id, placeAsAirport(place)]))
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
