import type { Airport } from '../../../core/airports/airport.ts'
import { type BoardRow, boardRow } from '../../../core/airports/board-row.ts'
import { urgentIn } from '../../../core/nowcast/coming.ts'
import { type BoardChoice, boardSources } from '../../airport/board-sources.ts'
import { useLevels } from '../../live/levels/level-store.ts'
import type { LiveData } from '../../live/live-data.ts'
import { placeAsAirport, type ShapedPlace, usePlaces } from '../../live/places/place-store.ts'

type From = Pick<LiveData, 'reports' | 'reportLine' | 'holdTimers' | 'nowcast'>

/** Every airport as a row, in the order of codes, and then every other guarded place. */
export function boardRows(live: From, choice: BoardChoice): BoardRow[] {
  return rowsOf([...byCode(live.reports.airports()), ...guardedPlaces().values()], live, choice)
}

/**
 * The candidates for the list of the worst: every airport, in the order of codes, and of thousands of other places
 * those with strikes, an approaching storm or a triggered level. Without airports the first place represents the state
 * common to all.
 */
export function rowsInQuestion(live: From, choice: BoardChoice): BoardRow[] {
  const guarded = guardedPlaces()
  const next = live.nowcast.now()
  const airports = byCode(live.reports.airports())
  const first = airports.length === 0 ? [...guarded.keys()].slice(0, 1) : []
  const ids = new Set([...first, ...live.holdTimers.struck(), ...(next ? urgentIn(next) : []), ...triggered()])
  return rowsOf([...airports, ...[...ids].flatMap((id) => guarded.get(id) ?? [])], live, choice)
}

/** Ids of places with a lightning level that is not off, as the server sent them. */
function triggered(): string[] {
  const ids: string[] = []
  for (const { place, ladder, levels, own } of useLevels.getState().told.values()) {
    if (place && ladder === 'lightning' && own === undefined && levels.some(isOn)) ids.push(place.id)
  }
  return ids
}

const isOn = ({ state }: { state: string }) => state !== 'off'

function rowsOf(all: readonly Airport[], live: From, choice: BoardChoice): BoardRow[] {
  const sources = boardSources(live, choice)
  return all.map((each) => boardRow(each, sources, choice.nowMs))
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
