import { fold } from '../../../../core/airports/airport-search.ts'
import type { SearchHit } from '../../../live/overlay.ts'
import { placeName, usePlaces } from '../../../live/places/place-store.ts'
import { usePage } from '../../../state/page-store.ts'
import { zoomToPlace } from './place-zoom.ts'

const HITS_MAX = 6

/** The guarded places in whose id, names or group each word of a text is found; those first that begin with it. */
export function findPlaces(text: string): SearchHit[] {
  const { lang } = usePage.getState()
  const wanted = fold(text)
  const words = wanted.split(' ').filter(Boolean)
  if (words.length === 0) return []
  return usePlaces
    .getState()
    .places.map((place) => ({ place, said: fold([place.name, place.nameZh, place.id, place.group].join(' ')) }))
    .filter(({ said }) => words.every((word) => said.includes(word)))
    .sort((a, b) => Number(b.said.startsWith(wanted)) - Number(a.said.startsWith(wanted)))
    .slice(0, HITS_MAX)
    .map(({ place }) => ({
      selection: { kind: 'place', id: place.id },
      title: placeName(place, lang),
      detail: [place.group, place.id].filter(Boolean).join(' · '),
      view: { ...place.shape.middle, zoom: zoomToPlace(place) },
    }))
}
