import { expect, it } from 'vitest'
import type { ServedRing } from '../../../contract/nowcast.ts'
import { destination, type LatLon } from '../../../core/geo/geo.ts'
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { arrivalsOnCards } from '../../../testing/nowcast/arrivals-on-cards.ts'
import { recordedWorld } from '../../../testing/nowcast/told-minutes.ts'
import { NORWAY, VERMONT } from '../../../testing/replay-kit.ts'
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
  const reached = reachedBy(storm, [storm], told(destination(HERE, 90, 8)), NOW)
  expect(reached?.map(({ id, ring: { km } }) => [id, km])).toEqual([
    ['ZSSS', 5],
    ['ZSPD', 8],
  ])
})

it('knows nothing where the nowcast does not, is of another time, or has no such storm', () => {
  expect(reachedBy(storm, [storm], null, NOW)).toBeNull()
  expect(reachedBy(storm, [storm], told(HERE, 'not-observed'), NOW)).toBeNull()
  expect(reachedBy(storm, [storm], told(HERE), NOW + 5 * MIN)).toBeNull()
  expect(reachedBy(storm, [storm], told(destination(HERE, 90, 40)), NOW)).toBeNull()
})

it('speaks for two storms of the server that have become one, and for one that has become two', () => {
  const [north, south] = [destination(HERE, 0, 9), destination(HERE, 180, 7)]
  const nowcast = told(north)
  const two = { ...nowcast, storms: [{ ...nowcast.storms[1]!, ...south, id: 40 }, nowcast.storms[1]!] }
  const places = (each: StormCell, all: StormCell[]) => reachedBy(each, all, two, NOW)?.map(({ id }) => id)
  expect(places(storm, [storm])).toEqual(['ZSHC', 'ZSSS', 'ZSPD'])
  const parts = [north, south].map((at, id) => ({ ...storm, ...at, id }))
  expect(parts.map((each) => places(each, parts))).toEqual([['ZSSS', 'ZSPD'], ['ZSHC']])
  const one = { ...two, storms: two.storms.slice(1) }
  expect(parts.map((each) => reachedBy(each, parts, one, NOW)?.map(({ id }) => id))).toEqual([
    ['ZSSS', 'ZSPD'],
    ['ZSSS', 'ZSPD'],
  ])
})

it.each([NORWAY, VERMONT])(
  'puts each arrival that a panel tells on the card of its storm, at every minute of what $source recorded',
  async (recording) => {
    const { arrivals, elsewhere } = arrivalsOnCards(await recordedWorld(recording, NOW), NOW, 240)
    expect(arrivals).toBeGreaterThan(90)
    expect(elsewhere).toEqual([])
  },
)
