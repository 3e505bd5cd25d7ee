import { expect, it } from 'vitest'
import { destination, distanceKm } from '../geo/geo.ts'
import { StrikeColumns } from '../strikes/strike-columns.ts'
import { seededRandom } from '../util/random.ts'
import { airportFromRecord } from './airport.ts'
import { evidenceRows, ringEvidence } from './ring-evidence.ts'

const MIN = 60_000
const NOW = Date.UTC(2026, 6, 1, 8)
const ZSPD = airportFromRecord({ icao_code: 'ZSPD', latitude: 31.1434, longitude: 121.8052 })

function gather(strikes: { km: number; agoMs: number }[], missing: { fromMs: number; toMs: number }[] = []) {
  const columns = new StrikeColumns()
  const records = strikes.map(({ km, agoMs }) => {
    const { lat, lon } = destination(ZSPD, 90, km)
    return { time: (NOW - agoMs) * 1e6, lat, lon, pol: -1, mds: 900, mcg: 120 }
  })
  columns.push(records, NOW + 5 * MIN, false)
  return ringEvidence(columns, ZSPD, { rings: [5, 8, 16], atMs: NOW, holdMs: 30 * MIN, missing, errorKm: 0 })
}

it('has the strokes of the period in the rings, oldest first, and complete counts per ring', () => {
  const found = gather([
    { km: 3, agoMs: MIN },
    { km: 12, agoMs: 20 * MIN },
    { km: 17, agoMs: 2 * MIN },
    { km: 3, agoMs: 31 * MIN },
    { km: 3, agoMs: -MIN }, // after the evaluated moment
  ])
  expect(found.strokes.map(({ ringKm }) => ringKm)).toEqual([16, 5])
  expect(found.rings).toEqual([
    { km: 5, count: 1, perhaps: 0 },
    { km: 8, count: 1, perhaps: 0 },
    { km: 16, count: 2, perhaps: 0 },
  ])
  expect(found.lastMs).toBeCloseTo(NOW - MIN, 0)
  expect(found.observedMs).toBe(30 * MIN)
})

it('has the observed share of the period', () => {
  expect(gather([], [{ fromMs: NOW - 30 * MIN, toMs: NOW - 12 * MIN }])).toMatchObject({
    observedMs: 12 * MIN,
    lastMs: null,
  })
})

it('writes a row a stroke', () => {
  const [head, row] = evidenceRows([gather([{ km: 3, agoMs: MIN }])])
  expect(head).toHaveLength(14)
  expect(row).toEqual([
    'ZSPD',
    '2026-07-01T07:59:00.000Z',
    31.143396,
    121.836659,
    3,
    90,
    5,
    'yes',
    null,
    -1,
    null,
    900,
    120,
    1,
  ])
})

it('distinguishes strikes inside a ring from possible ones, by location error', () => {
  const columns = new StrikeColumns()
  for (const [i, km] of [3, 4.5, 5.7, 8.9].entries()) {
    const { lat, lon } = destination(ZSPD, 90, km)
    columns.push([{ time: (NOW - MIN + i * 1_000) * 1e6, lat, lon, pol: -1 }], NOW + 5 * MIN, false)
  }
  const evidence = ringEvidence(columns, ZSPD, {
    rings: [5, 8],
    atMs: NOW,
    holdMs: 30 * MIN,
    missing: [],
    errorKm: 1,
  })
  expect(evidence.rings).toEqual([
    { km: 5, count: 3, perhaps: 2 },
    { km: 8, count: 4, perhaps: 1 },
  ])
  expect(evidence.strokes.map(({ ringKm, isPerhaps }) => [ringKm, isPerhaps])).toEqual([
    [5, false],
    [5, true],
    [5, true],
    [8, true],
  ])
  const rows = evidenceRows([evidence])
  expect(rows.map((row) => row.slice(7, 9))).toEqual([
    ['inside', 'location_error_km'],
    ['yes', 1],
    ['perhaps', 1],
    ['perhaps', 1],
    ['perhaps', 1],
  ])
})

it.each([0, 0.4, 3.3, 10])('counts as by checking each strike, with a location error of %d km', (errorKm) => {
  const random = seededRandom(`rings of ${errorKm} km`)
  const columns = new StrikeColumns()
  const spots = Array.from({ length: 400 }, (_, i) => {
    const at = destination(ZSPD, random() * 360, random() * 30)
    return { ...at, timeMs: NOW - 40 * MIN + i * 6_000 + 2_000 }
  })
  columns.push(
    spots.map(({ timeMs, lat, lon }) => ({ time: timeMs * 1e6, lat, lon, pol: 0 })),
    NOW + 5 * MIN,
    false,
  )
  const rings = [5, 8, 16]
  const missing: { fromMs: number; toMs: number }[] = []
  const evidence = ringEvidence(columns, ZSPD, { rings, atMs: NOW, holdMs: 30 * MIN, missing, errorKm })
  const kms = spots
    .filter(({ timeMs }) => timeMs > NOW - 30 * MIN)
    .map((spot) => ({ timeMs: spot.timeMs, km: distanceKm(ZSPD, spot) }))
  expect(evidence.rings).toEqual(
    rings.map((ring) => ({
      km: ring,
      count: kms.filter(({ km }) => km <= ring + errorKm).length,
      perhaps: kms.filter(({ km }) => km <= ring + errorKm && km > ring - errorKm).length,
    })),
  )
  // Each is listed under the innermost ring that may contain it, which for a strike surely in a wider ring may differ.
  const told = kms.flatMap(({ timeMs, km }) => {
    const ring = rings.find((each) => km - errorKm <= each)
    return ring === undefined ? [] : [{ timeMs, ringKm: ring, isPerhaps: km > ring - errorKm }]
  })
  const found = evidence.strokes.map(({ timeMs, ringKm, isPerhaps }) => ({
    timeMs: Math.round(timeMs),
    ringKm,
    isPerhaps,
  }))
  expect(found).toEqual(told)
})

it('counts from the edge of a place with a shape, at any distance of its centre', () => {
  const columns = new StrikeColumns()
  const { lat, lon } = destination(ZSPD, 0, 23)
  columns.push([{ time: (NOW - MIN) * 1e6, lat, lon, pol: -1 }], NOW + 5 * MIN, false)
  const edge = { kmTo: (at: { lat: number }) => Math.max(0, (at.lat - ZSPD.lat) * 111.2 - 20), reachKm: 20 }
  const options = { rings: [5, 8], atMs: NOW, holdMs: 30 * MIN, missing: [], errorKm: 0 }
  expect(ringEvidence(columns, ZSPD, options).strokes).toEqual([])
  const [stroke] = ringEvidence(columns, ZSPD, { ...options, edge }).strokes
  expect(stroke).toMatchObject({ ringKm: 5 })
  expect(stroke!.km).toBeCloseTo(3, 0)
})
