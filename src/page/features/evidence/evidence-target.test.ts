import { afterEach, expect, it } from 'vitest'
import type { Airport } from '../../../core/airports/airport.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { setPlaces } from '../../live/places/place-store.ts'
import { evidenceTarget } from './evidence-target.ts'

const reports = { airport: (icao: string) => (icao === 'ZSPD' ? ({ icao } as Airport) : undefined) }
const idsOf = (chosen: Parameters<typeof evidenceTarget>[0]) =>
  evidenceTarget(chosen, reports).map((meant) => ('icao' in meant ? meant.icao : meant.id))

afterEach(() => setPlaces([], new Set(), () => false))

it('is the selected airport or place, else all known pinned ones', () => {
  setPlaces([placeOf('farm'), placeOf('golf')], new Set(), () => false)
  const watched = ['ZSPD', 'farm', 'gone']
  expect(idsOf({ selection: null, watched })).toEqual(['ZSPD', 'farm'])
  expect(idsOf({ selection: { kind: 'point', id: '31,121' }, watched })).toEqual(['ZSPD', 'farm'])
  expect(idsOf({ selection: { kind: 'place', id: 'golf' }, watched })).toEqual(['golf'])
  expect(idsOf({ selection: { kind: 'airport', id: 'ZSPD' }, watched })).toEqual(['ZSPD'])
})
