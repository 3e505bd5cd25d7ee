import { beforeEach, expect, it } from 'vitest'
import { usePage } from '../../state/page-store.ts'
import { lookAt } from './use-focus-from-url.ts'

const PLACE = { lat: 31.14, lon: 121.8 }
const NAMED = { kind: 'airport', id: 'ZSPD' }

beforeEach(() => usePage.setState({ flight: null, sight: null }))

/** Where an address leads that names the place: a flight, or a step aside. */
function looked(isViewSaid: boolean, isNarrow: boolean, zoom: number | null = 8) {
  const lookFor = { ...NAMED, isViewSaid }
  usePage.setState({ lookFor })
  lookAt(PLACE, lookFor, zoom, isNarrow)
  const { flight, sight } = usePage.getState()
  return { flight: flight && { lat: flight.lat, lon: flight.lon, zoom: flight.zoom }, sight }
}

it('flies to what an address names that does not say where to look', () => {
  const there = { flight: { ...PLACE, zoom: 8 }, sight: null }
  expect(looked(false, false)).toEqual(there)
  expect(looked(false, true)).toEqual(there)
})

it('leaves the map where it is for what is found in the view alone', () => {
  expect(looked(false, true, null)).toEqual({ flight: null, sight: null })
})

it('keeps the view that an address says, on a phone clear of the sheet', () => {
  expect(looked(true, false)).toEqual({ flight: null, sight: null })
  expect(looked(true, true)).toEqual({ flight: null, sight: PLACE })
})

it('looks once', () => {
  looked(true, false)
  expect(usePage.getState().lookFor).toBeNull()
})
