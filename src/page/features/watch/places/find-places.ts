import { fold } from '../../../../core/airports/airport-search.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import { localName } from '../../../../locales/local-name.ts'
import type { SearchHit } from '../../../live/overlay.ts'
import { type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { usePage } from '../../../state/page-store.ts'
import { zoomToPlace } from './place-zoom.ts'

const HITS_MAX = 6

export function findPlaces(text: string): SearchHit[] {
  const { lang } = usePage.getState()
  return placesWith(text, usePlaces.getState().places)
    .slice(0, HITS_MAX)
    .map((place) => ({
      selection: { kind: 'place', id: place.id },
      title: localName(place, lang),
      detail: [place.group, place.id].filter(Boolean).join(' · '),
      view: { ...place.shape.middle, zoom: zoomToPlace(place) },
    }))
}

/** Case-folded search text, cached: each typed letter searches thousands of places. */
const folded = new WeakMap<ShapedPlace, string>()

/** The places whose id, names or group contain each word of a text, prefixes first; none without a word. */
export function placesWith(text: string, places: readonly ShapedPlace[]): ShapedPlace[] {
  const wanted = fold(text)
  const words = wanted.split(' ').filter(Boolean)
  if (words.length === 0) return []
  const levelFieldValuesOf = (place: ShapedPlace) =>
    heldOrMade(folded, place, () => fold([place.name, place.nameZh, place.id, place.group].join(' ')))
  return places
    .filter((place) => words.every((word) => levelFieldValuesOf(place).includes(word)))
    .sort((a, b) => Number(levelFieldValuesOf(b).startsWith(wanted)) - Number(levelFieldValuesOf(a).startsWith(wanted)))
}
