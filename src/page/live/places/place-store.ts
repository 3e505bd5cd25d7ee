import { create } from 'zustand'
import type { Airport } from '../../../core/airports/airport.ts'
import { AIRPORTS, type Place } from '../../../core/places/place.ts'
import { type PlaceShape, shapeOf } from '../../../core/places/place-shape.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'

/** A guarded place that is not an airport of the list, with its shape. */
export interface ShapedPlace extends Place {
  shape: PlaceShape
  /** It was drawn or imported on the page, and can be changed there. */
  isDrawn: boolean
}

interface PlaceState {
  /** `failed`: not loaded yet, so the places are unknown. */
  list: 'loading' | 'ready' | 'failed'
  places: readonly ShapedPlace[]
  byId: ReadonlyMap<string, ShapedPlace>
  /** The same and the airports that are guarded, with their levels. */
  guarded: ReadonlyMap<string, Place>
}

/** The guarded places other than airports. Written by `fill-places.ts` alone. */
export const usePlaces = create<PlaceState>()(() => ({
  list: 'loading',
  places: [],
  byId: new Map(),
  guarded: new Map(),
}))

const shapes = new WeakMap<Place, PlaceShape>()

/** The shape of a place, computed once. */
export function shapeOfPlace(place: Place): PlaceShape {
  return heldOrMade(shapes, place, () => shapeOf(place.geometry))
}

/** Replaces the guarded places, without airports, which the page has from their list. */
export function setPlaces(
  guarded: readonly Place[],
  drawn: ReadonlySet<string>,
  isAirport: (id: string) => boolean,
): void {
  const places = guarded
    .filter(({ id, group }) => group !== AIRPORTS && !isAirport(id))
    .map((place) => ({ ...place, shape: shapeOfPlace(place), isDrawn: drawn.has(place.id) }))
  usePlaces.setState({
    list: 'ready',
    places,
    byId: new Map(places.map((place) => [place.id, place])),
    guarded: new Map(guarded.map((place) => [place.id, place])),
  })
}

/** Whether an id belongs to a guarded place that is not an airport. */
export function isPlace(id: string): boolean {
  return usePlaces.getState().byId.has(id)
}

/** Whether alarms of a place are relevant for the pinned ids; without pinned ids all are. */
export function isRelevantTo(id: string, watched: readonly string[]): boolean {
  return watched.includes(id) || !watched.some(isPlace)
}

/** A place in the form that lists of airports have. */
export function placeAsAirport(place: ShapedPlace): Airport {
  return {
    icao: place.id,
    iata: null,
    name: place.nameZh ?? place.name,
    nameEn: place.name,
    ...place.shape.middle,
    elevationM: null,
    province: place.group,
    city: null,
    provinceEn: place.group,
    cityEn: null,
    countryEn: null,
    countryZh: null,
    size: 0,
    earliestMs: null,
  }
}
