import { expect, it } from 'vitest'
import { shapeOf } from '../../../../core/places/place-shape.ts'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { ringedPlaces } from './ringed-places.ts'

const NOTHING = { selected: '', watched: [] }

/** A row of places, a tenth of a degree apart. */
function row(count: number) {
  const places = Array.from({ length: count }, (_, i) => placeOf(`place-${i}`, {}, i / 10))
  return places.map((place) => ({ ...place, shape: shapeOf(place.geometry), isDrawn: false }))
}

function ringed(count: number, zoom: number, chosen: Parameters<typeof ringedPlaces>[2] = NOTHING): string[] {
  const places = row(count)
  return ringedPlaces(places, { zoom, ...places[0]!.shape.middle }, chosen).map(({ id }) => id)
}

it('draws the rings of all places in view, and at low zoom only those of the selected one', () => {
  expect(ringed(3, 9)).toEqual(['place-0', 'place-1', 'place-2'])
  expect(ringed(3, 6)).toEqual([])
  expect(ringed(3, 6, { ...NOTHING, selected: 'place-2' })).toEqual(['place-2'])
})

it('draws those of pinned and selected places only, if too many overlap', () => {
  expect(ringed(24, 7)).toHaveLength(24)
  expect(ringed(25, 7)).toEqual([])
  expect(ringed(25, 7, { selected: 'place-3', watched: ['place-1'] })).toEqual(['place-1', 'place-3'])
})
