import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bearingDeg, destination, distanceKm } from '../geo/geo.ts'
import { watchOf } from './hold-time.ts'
import { HOLD_TIMER_KEPT_MS, HoldTimers, REACH_KM, TS_WINDOW_MS } from './lightning-hold-timer.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

const MIN = 60_000
const HOLD = 30 * MIN
const NOW = Date.UTC(2026, 6, 1, 8)
const RINGS = [5, 8, 16]
const ZSPD = { icao: 'ZSPD', lat: 31.1434, lon: 121.8052 }
const ZSSS = { icao: 'ZSSS', lat: 31.1979, lon: 121.3363 }
/** Near the antimeridian and near the pole, where neighbouring cells are irregular. */
const NFTF = { icao: 'NFTF', lat: -21.24, lon: -175.15 }
const EDGE = { icao: 'EDGE', lat: 12, lon: 179.98 }
const POLE = { icao: 'POLE', lat: 89.5, lon: 10 }
const PLACES = [ZSPD, ZSSS, NFTF, EDGE, POLE]

const WATCHED = watchOf([], NOW, HOLD)

function holdTimerAt(holdTimers: HoldTimers, icao: string, nowMs = NOW, watch = WATCHED, holdMs = HOLD) {
  const holdTimer = holdTimers.read(icao, watch, nowMs, holdMs)
  if (!holdTimer) throw new Error(`No hold timer of ${icao}.`)
  return holdTimer
}

interface Spot {
  timeMs: number
  lat: number
  lon: number
}

/** A strike somewhere around one of the places, at some time of the last 40 minutes or a little ahead. */
const spot: fc.Arbitrary<Spot> = fc
  .record({
    place: fc.constantFrom(...PLACES),
    bearing: fc.double({ min: 0, max: 360, noNaN: true }),
    km: fc.oneof(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 1.5 * REACH_KM, noNaN: true })),
    agoMs: fc.integer({ min: -3_000, max: 40 * MIN }),
  })
  .map(({ place, bearing, km, agoMs }) => ({ timeMs: NOW - agoMs, ...destination(place, bearing, km) }))

it('lists places with strikes in their widest rings, and the state of all others, for any rings', () => {
  const own = new Map([['ZSSS', [2, 40]]])
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 20 }), (spots) => {
      const holdTimers = new HoldTimers(PLACES, RINGS, own, 1.5)
      for (const { timeMs, lat, lon } of spots) holdTimers.add(timeMs, lat, lon)
      const isStruck = (icao: string) => holdTimerAt(holdTimers, icao).rings.some(({ count }) => count > 0)
      const struck = holdTimers.struckSince(NOW - HOLD)
      expect(struck).toEqual(PLACES.map(({ icao }) => icao).filter(isStruck))
      for (const watch of [WATCHED, watchOf([{ fromMs: NOW - HOLD, toMs: NOW - 3 * MIN }], NOW, HOLD)]) {
        const atRest = holdTimers.readAtRest(watch, NOW, HOLD)
        expect(atRest.rings.map(({ count }) => count)).toEqual([0, 0, 0])
        for (const { icao } of PLACES.filter((place) => !struck.includes(place.icao))) {
          const { rings, watch: own } = holdTimerAt(holdTimers, icao, NOW, watch)
          expect([rings.every(({ count }) => count === 0), own]).toEqual([true, atRest.watch])
        }
      }
    }),
  )
})

it('lists places with strikes in their own widest ring, and no others', () => {
  const holdTimers = new HoldTimers([ZSPD, ZSSS], RINGS, new Map([['ZSSS', [2, 40]]]))
  for (const [i, place] of [ZSPD, ZSSS].entries()) {
    const { lat, lon } = destination(place, i === 0 ? 90 : 270, 30)
    holdTimers.add(NOW - MIN, lat, lon)
  }
  expect(holdTimers.struckSince(NOW - HOLD)).toEqual(['ZSSS'])
  expect(holdTimers.struckSince(NOW - MIN)).toEqual([])
})

describe('the hold timer compared with a model that checks every strike', () => {
  const inWindow = (timeMs: number, windowMs: number) => NOW - Math.ceil(timeMs / 1_000) * 1_000 < windowMs

  /** No location error, and one wide enough to reach beyond a ring into the next. */
  const errorKm = fc.constantFrom(0, 0.4, 3.3, 10)

  it('counts, dates and finds the nearest alike, with strikes in any order and of any accuracy', () => {
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 60 }), errorKm, (spots, error) => {
        const holdTimers = new HoldTimers(PLACES, RINGS, new Map(), error)
        for (const { timeMs, lat, lon } of spots) holdTimers.add(timeMs, lat, lon)
        for (const place of PLACES) {
          const near = spots.map((each) => ({ ...each, km: distanceKm(place, each) }))
          // A hair's breadth from an edge, two ways of computing a distance may differ.
          const edges = [...RINGS.flatMap((km) => [km - error, km + error]), 8, 16, REACH_KM]
          fc.pre(near.every(({ km }) => edges.every((edge) => Math.abs(km - edge) > 1e-6)))
          const holdTimer = holdTimerAt(holdTimers, place.icao)
          for (const ring of holdTimer.rings) {
            const inside = near.filter(({ km }) => km <= ring.km + error)
            const ofHold = inside.filter(({ timeMs }) => inWindow(timeMs, HOLD))
            expect(ring.count).toBe(ofHold.length)
            expect(ring.perhaps).toBe(ofHold.filter(({ km }) => km > ring.km - error).length)
            expect(ring.lastMs).toBe(inside.length === 0 ? null : Math.max(...inside.map(({ timeMs }) => timeMs)))
          }
          const young = near.filter(({ timeMs, km }) => inWindow(timeMs, TS_WINDOW_MS) && km <= 16)
          const { within8, within16 } = holdTimer.thunder()
          expect(within16).toBe(young.length)
          expect(within8).toBe(young.filter(({ km }) => km <= 8).length)

          const nearest = near
            .filter(({ timeMs, km }) => km <= REACH_KM && inWindow(timeMs, HOLD))
            .sort((a, b) => a.km - b.km)[0]
          if (!nearest) expect(holdTimer.nearest).toBeNull()
          else {
            expect(holdTimer.nearest!.km).toBeCloseTo(nearest.km, 4)
            if (nearest.km > 0.1 && place !== POLE) {
              const off = Math.abs(holdTimer.nearest!.bearingDeg - bearingDeg(place, nearest)) % 360
              expect(Math.min(off, 360 - off)).toBeLessThan(0.1)
            }
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('has each strike in the period of its age', () => {
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 40 }), (spots) => {
        const holdTimers = new HoldTimers(PLACES, RINGS)
        for (const { timeMs, lat, lon } of spots) holdTimers.add(timeMs, lat, lon)
        const bins = holdTimerAt(holdTimers, 'ZSPD').approachBins()
        bins.forEach((bin, i) => {
          const inside = spots
            .filter(({ timeMs }) => {
              const agoS = (NOW - Math.ceil(timeMs / 1_000) * 1_000) / 1_000
              return agoS < (i + 1) * 300 && (i === 0 || agoS >= i * 300)
            })
            .map((each) => distanceKm(ZSPD, each))
            .filter((km) => km <= REACH_KM)
          if (inside.length === 0) expect(bin).toBeNull()
          else expect(bin!.km).toBeCloseTo(Math.min(...inside), 4)
        })
      }),
      { numRuns: 100 },
    )
  })
})

it('is as if a strike had never been, once that turned out to have been elsewhere', () => {
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 30 }), fc.array(spot, { maxLength: 30 }), (stay, go) => {
      const holdTimers = new HoldTimers(PLACES, RINGS)
      const never = new HoldTimers(PLACES, RINGS)
      for (const { timeMs, lat, lon } of go) holdTimers.add(timeMs, lat, lon)
      stay.forEach(({ timeMs, lat, lon }) => {
        holdTimers.add(timeMs, lat, lon)
        never.add(timeMs, lat, lon)
      })
      for (const { timeMs, lat, lon } of go) holdTimers.remove(timeMs, lat, lon)
      const round = (holdTimer: ReturnType<typeof holdTimerAt>) => ({
        ...holdTimer,
        rings: holdTimer.rings.map((ring) => ({ ...ring, lastMs: ring.lastMs && Math.round(ring.lastMs) })),
        nearest: holdTimer.nearest?.km,
        approachBins: holdTimer.approachBins().map((bin) => bin?.km),
        thunder: { ...holdTimer.thunder(), last16Ms: Math.round(holdTimer.thunder().last16Ms ?? 0) },
      })
      for (const { icao } of PLACES)
        expect(round(holdTimerAt(holdTimers, icao))).toEqual(round(holdTimerAt(never, icao)))
    }),
    { numRuns: 100 },
  )
})

describe('a ring', () => {
  const strikeAt = (timeMs: number, km: number) => {
    const holdTimers = new HoldTimers(PLACES, RINGS)
    const { lat, lon } = destination(ZSPD, 200, km)
    holdTimers.add(timeMs, lat, lon)
    return holdTimers
  }

  it('counts a strike until the second in which the hold time ends', () => {
    const holdTimers = strikeAt(NOW - 400, 6)
    const ring = (nowMs: number) => holdTimerAt(holdTimers, 'ZSPD', nowMs, watchOf([], nowMs, HOLD)).rings[1]!
    expect(ring(NOW)).toMatchObject({ count: 1, lastMs: NOW - 400 })
    expect(ring(NOW + HOLD - 1_000)).toMatchObject({ count: 1 })
    expect(ring(NOW + HOLD)).toMatchObject({ count: 0, lastMs: NOW - 400 })
  })

  it('counts a strike for all rings that contain it and for no inner one', () => {
    const { rings } = holdTimerAt(strikeAt(NOW, 6), 'ZSPD')
    expect(rings.map(({ count }) => count)).toEqual([0, 1, 1])
  })

  it('dates the latest strike', () => {
    const holdTimers = strikeAt(NOW - 20 * MIN, 6)
    const { lat, lon } = destination(ZSPD, 20, 7)
    holdTimers.add(NOW - 5 * MIN, lat, lon)
    expect(holdTimerAt(holdTimers, 'ZSPD').rings[1]).toMatchObject({ count: 2, lastMs: NOW - 5 * MIN })
  })

  it('forgets what no window needs, but not when it was struck last', () => {
    const holdTimers = strikeAt(NOW, 6)
    const later = NOW + HOLD_TIMER_KEPT_MS + 2 * MIN
    holdTimers.expire(later)
    const holdTimer = holdTimerAt(holdTimers, 'ZSPD', later, watchOf([], later, HOLD))
    expect(holdTimer.rings[1]).toMatchObject({ count: 0, lastMs: NOW })
    expect(holdTimer.nearest).toBeNull()
  })
})

it('keeps no hold timer for an unlisted place', () => {
  expect(new HoldTimers(PLACES, RINGS).read('ZBAA', WATCHED, NOW, HOLD)).toBeNull()
})

it('counts possible strikes as inside, up to the location error, in the widest permitted ring', () => {
  const holdTimers = new HoldTimers([ZSPD], [0.5, 50], new Map(), 10)
  const kms = [0.2, 10.4, 10.6, 39.9, 40.1, 59.9]
  kms.forEach((km, i) => {
    const { lat, lon } = destination(ZSPD, 45, km)
    holdTimers.add(NOW - MIN - (kms.length - i) * 1_000, lat, lon)
  })
  const [inner, outer] = holdTimerAt(holdTimers, 'ZSPD').rings
  expect(inner).toMatchObject({ km: 0.5, count: 2, perhaps: 2, lastMs: NOW - MIN - 5_000 })
  expect(outer).toMatchObject({ km: 50, count: 6, perhaps: 2, lastMs: NOW - MIN - 1_000 })
})

describe('an airport with its own rings', () => {
  const holdTimers = new HoldTimers(PLACES, RINGS, new Map([['ZSPD', [1, 10]]]))
  const near = (place: { lat: number; lon: number }, km: number) => destination(place, 45, km)
  for (const [place, km] of [
    [ZSPD, 9],
    [ZSPD, 0.5],
    [ZSSS, 6],
  ] as const) {
    const { lat, lon } = near(place, km)
    holdTimers.add(NOW - MIN, lat, lon)
  }

  it('uses them, and others use the common ones', () => {
    const countsOf = (icao: string) => holdTimerAt(holdTimers, icao).rings.map(({ km, count }) => [km, count])
    expect(countsOf('ZSPD')).toEqual([
      [1, 1],
      [10, 2],
    ])
    expect(countsOf('ZSSS')).toEqual([
      [5, 0],
      [8, 1],
      [16, 1],
    ])
  })

  it('has them without any strikes, too', () => {
    const quiet = new HoldTimers(PLACES, RINGS, new Map([['ZSPD', [1, 10]]]))
    expect(holdTimerAt(quiet, 'ZSSS').rings.map(({ km }) => km)).toEqual(RINGS)
    expect(holdTimerAt(quiet, 'ZSPD').rings.map(({ km }) => km)).toEqual([1, 10])
  })
})
