import { expect, it } from 'vitest'
import type { ServedRing } from '../../../contract/nowcast.ts'
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { reachedBy } from './storm-reach.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MIN = 60_000
const P = { '10': 0.1, '15': 0.2, '30': 0.4, '60': 0.6 }
const storm = stormAt({ lat: 31, lon: 121 }, { id: 41 })

function ring(km: number, minutes: number, stormId: number): ServedRing {
  const at = new Date(NOW + minutes * MIN).toISOString()
  return { km, p: P, arrival: { earliest: at, likely: at, latest: at, core: null, passed: null }, storm: stormId }
}

function told(state: ToldNowcast['state'] = 'known'): ToldNowcast {
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
      { id: 'ZBAA', rings: [{ km: 5, p: P, arrival: null, storm: null }] },
    ],
  }
}

it('lists what that storm reaches, the soonest first, by the ring that the panel of each tells', () => {
  const reached = reachedBy(storm, told(), NOW)
  expect(reached?.map(({ id, ring: { km } }) => [id, km])).toEqual([
    ['ZSSS', 5],
    ['ZSPD', 8],
  ])
})

it('knows nothing where the nowcast does not, or is of another time', () => {
  expect(reachedBy(storm, null, NOW)).toBeNull()
  expect(reachedBy(storm, told('not-observed'), NOW)).toBeNull()
  expect(reachedBy(storm, told(), NOW + 5 * MIN)).toBeNull()
})
