import { expect, it } from 'vitest'
import type { ServedRing } from '../../../contract/nowcast.ts'
import { destination } from '../../../core/geo/geo.ts'
import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { guardedInReach, inReach } from './storm-reach.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MIN = 60_000
const P = { '10': 0.1, '15': 0.2, '30': 0.4, '60': 0.6 }
const HERE = { lat: 31, lon: 121 }
const EAST = { kind: 'moving', headingDeg: 90, speedKmh: 60, errorKmh: 10 } as const
const storm = stormAt(HERE, { id: 41, motion: EAST })
const at = (id: string, bearing: number, km: number) => ({ id, ...destination(HERE, bearing, km) })
const PLACES = [at('ZSPD', 90, 30), at('ZSSS', 90, 15), at('ZSHC', 90, 20), at('ZBAA', 90, 60), at('ZSNJ', 270, 59)]

function ring(km: number, minutes: number, stormId: number): ServedRing {
  const at = new Date(NOW + minutes * MIN).toISOString()
  return { km, p: P, arrival: { earliest: at, likely: at, latest: at }, inProgress: false, storm: stormId }
}

function told(state: NowcastView['state'] = 'known'): NowcastView {
  return {
    state,
    t: new Date(NOW).toISOString(),
    calibration: { kind: 'recorded' as const },
    leftOut: 0,
    observed: [1, 1, 1],
    storms: [{ ...storm, id: 40 }, storm],
    places: [
      { id: 'ZSPD', rings: [ring(8, 30, 41), ring(16, 20, 41)] },
      { id: 'ZSSS', rings: [ring(5, 9, 41)] },
      { id: 'ZSHC', rings: [ring(5, 3, 40)] },
      { id: 'ZBAA', rings: [{ km: 5, p: P, inProgress: false, arrival: null, storm: null }] },
    ],
  }
}

const found = (of = storm, nowcast = told()) =>
  guardedInReach(of, PLACES, nowcast).map(
    ({ place, arrivesMs }) => `${place.id} ${arrivesMs === null ? '-' : 'arrives'}`,
  )

it('lists places reached by the storm, soonest first, then possible ones with a probability', () => {
  expect(found()).toEqual(['ZSSS arrives', 'ZSPD arrives', 'ZSHC -', 'ZBAA -'])
})

it('lists a place that another storm is over, and that this one comes to next', () => {
  const likely = new Date(NOW + 40 * MIN).toISOString()
  const struck = { ...ring(16, 0, 40), arrival: null, inProgress: true, next: { storm: 41, likely } }
  const nowcast = { ...told(), places: [{ id: 'ZSPD', rings: [ring(5, 9, 40), struck] }] }
  const [first] = guardedInReach(storm, PLACES, nowcast)
  expect(first).toMatchObject({ place: { id: 'ZSPD' }, ring: { km: 16 }, arrivesMs: NOW + 40 * MIN })
})

it('lists all within reach where the direction is unknown, the nearest first', () => {
  const unknown = stormAt(HERE, { id: 43, motion: { kind: 'unknown' } })
  expect(found(unknown)).toEqual(['ZSSS -', 'ZSHC -', 'ZSPD -', 'ZSNJ -', 'ZBAA -'])
})

it('finds towns in the path by time, and around a storm without a course by distance', () => {
  expect(inReach(storm, PLACES).map(({ place }) => place.id)).toEqual(['ZSSS', 'ZSHC', 'ZSPD', 'ZBAA'])
  const slow = stormAt(HERE, { motion: { kind: 'slow', belowKmh: 15 } })
  expect(inReach(slow, PLACES).map(({ place }) => place.id)).toEqual(['ZSSS', 'ZSHC', 'ZSPD'])
})
