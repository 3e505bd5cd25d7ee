import type { StatedPlace } from '../../core/places/place.ts'
import { featureOf, readFeatures } from '../../core/places/read-places.ts'
import type { WatchStore } from '../history/watch-store.ts'

const DRAWN = 'drawn/'

/** Places drawn or imported on the page, by id, in their stored form. */
export async function keptDrawnPlaces(store: Pick<WatchStore, 'states'>): Promise<Map<string, StatedPlace>> {
  const texts = [...(await store.states(DRAWN)).values()]
  const { places } = readFeatures(texts.map((text) => JSON.parse(text) as unknown))
  return new Map(places.map((place) => [place.id, place]))
}

/** Stored form, with the last known geometry of a place at another one; null deletes it. */
export function drawnState(id: string, place: StatedPlace | null): [key: string, value: string | null] {
  return [DRAWN + id, place && JSON.stringify({ ...featureOf(place), geometry: place.geometry })]
}

export function isDrawnState(name: string): boolean {
  return name.startsWith(DRAWN)
}
