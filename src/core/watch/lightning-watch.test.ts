import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import type { Place } from '../places/place.ts'
import { LightningWatch } from './lightning-watch.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const AT = { lat: 31, lon: 121 }
const FIELD: Place = {
  ...{ id: 'field', name: 'Field', nameZh: null, geometry: { type: 'Point', coordinates: [AT.lon, AT.lat] } },
  ...{ ringsKm: [8, 16], holdMin: 30, group: null, timeZone: null, hours: null },
}

/** What a strike so many km away raises where strikes are located to `errorKm`. */
function raisedBy(km: number, errorKm: number) {
  const watch = new LightningWatch(new Map(), errorKm)
  watch.setPlaces([FIELD])
  const { lat, lon } = destination(AT, 90, km)
  return watch.strike(NOW_MS - 1_000, lat, lon, NOW_MS).map(({ stage, details }) => [stage, details.errorKm ?? null])
}

it('raises by what is within a ring where nobody says how well strikes are located', () => {
  expect(raisedBy(7.9, 0)).toEqual([
    ['alert', null],
    ['alarm', null],
  ])
  expect(raisedBy(8.1, 0)).toEqual([['alert', null]])
  expect(raisedBy(16.1, 0)).toEqual([])
})

it('takes what may be within a ring for inside, and says of it that it only may be', () => {
  expect(raisedBy(8.4, 0.5)).toEqual([
    ['alert', null],
    ['alarm', 0.5],
  ])
  expect(raisedBy(8.6, 0.5)).toEqual([['alert', null]])
  expect(raisedBy(16.4, 0.5)).toEqual([['alert', 0.5]])
  expect(raisedBy(16.6, 0.5)).toEqual([])
})

it('names the distance for which it is quiet', () => {
  const watch = new LightningWatch()
  watch.setPlaces([FIELD])
  watch.strike(NOW_MS - 1_000, AT.lat, AT.lon, NOW_MS)
  const laterMs = NOW_MS + 31 * 60_000
  const watchOf = (holdMs: number) => ({
    observedMs: holdMs,
    sinceMs: 0,
    unbrokenSinceMs: 0,
    breaks: [],
    isLoading: false,
    isUnread: false,
  })
  const [quiet] = watch.check({ watchOf, breaks: [] }, laterMs)
  expect(quiet).toMatchObject({ stage: 'quiet', details: { ringKm: 16, holdMin: 30 } })
})
