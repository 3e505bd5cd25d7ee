import { expect, it } from 'vitest'
import type { ServedRing } from '../../../contract/nowcast.ts'
import { destination, type LatLon } from '../../../core/geo/geo.ts'
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { reachedBy } from './storm-reach.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MIN = 60_000
const HERE = { lat: 31, lon: 121 }
const P = { '10': 0.1, '15': 0.2, '30': 0.4, '60': 0.6 }

const storm: StormCell = {
  ...{ ...HERE, id: 1, strokes: 200, strokesPerMin: 20, changePerMin: null, trend: null },
  ...{ motion: { kind: 'unknown' }, majorKm: 12, minorKm: 6, axisDeg: 0 },
}

function ring(km: number, minutes: number, stormId: number): ServedRing {
  const at = new Date(NOW + minutes * MIN).toISOString()
  return { km, p: P, arrival: { earliest: at, likely: at, latest: at, core: null, passed: null }, storm: stormId }
}

function told(at: LatLon, state: ToldNowcast['state'] = 'known'): ToldNowcast {
  const served = { ...at, strokesPerMin: 20, motion: { kind: 'unknown' as const } }
  const other = { ...served, ...destination(at, 0, 90), id: 40 }
  return {
    ...{ state, t: new Date(NOW).toISOString(), calibration: { kind: 'recorded' as const }, leftOut: 0 },
    storms: [other, { ...served, id: 41 }],
    places: [
      { id: 'ZSPD', rings: [ring(8, 30, 41), ring(16, 20, 41)] },
      { id: 'ZSSS', rings: [ring(5, 9, 41)] },
      { id: 'ZSHC', rings: [ring(5, 3, 40)] },
      { id: 'ZBAA', rings: [{ km: 5, p: P, arrival: null, storm: null }] },
    ],
  }
}

it('lists what that storm reaches, the soonest first, by the ring that the panel of each tells', () => {
  const reached = reachedBy(storm, told(destination(HERE, 90, 8)), NOW)
  expect(reached?.map(({ id, ring: { km } }) => [id, km])).toEqual([
    ['ZSSS', 5],
    ['ZSPD', 8],
  ])
})

it('knows nothing where the nowcast does not, is of another time, or has no such storm', () => {
  expect(reachedBy(storm, null, NOW)).toBeNull()
  expect(reachedBy(storm, told(HERE, 'not-observed'), NOW)).toBeNull()
  expect(reachedBy(storm, told(HERE), NOW + 5 * MIN)).toBeNull()
  expect(reachedBy(storm, told(destination(HERE, 90, 40)), NOW)).toBeNull()
})
