import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import { shapeOf } from '../places/place-shape.ts'
import { type GuardedRing, LiveCalibration } from './live-calibration.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
/** Along the antimeridian, each in a ring of its own. */
const PLACES = Array.from({ length: 40 }, (_, i) => ({ lat: -20 + i, lon: i % 2 ? 179.95 : -179.95 }))
const RINGS: GuardedRing[] = PLACES.map(({ lat, lon }) => ({
  shape: shapeOf({ type: 'Point', coordinates: [lon, lat] }),
  ringKm: 16,
}))
const EVEN = new Float64Array(4)

/**
 * Looks every five minutes until `minutes`, each of which says 50 % of every ring. Every five minutes `struck` of the forty rings
 * are struck on their edge, across the antimeridian.
 */
function calibrationAfter(minutes: number, struck: number, isWatchedAt = (_minute: number) => true): LiveCalibration {
  const calibration = new LiveCalibration()
  for (let minute = 0; minute <= minutes; minute += 5) {
    const nowMs = NOW + minute * MINUTE
    calibration.verify(nowMs, isWatchedAt(minute))
    if (calibration.isDue(nowMs)) calibration.remember(nowMs, new Map(RINGS.map((ring) => [ring, EVEN])))
    for (const place of PLACES.slice(0, struck)) {
      const { lat, lon } = destination(place, place.lon < 0 ? 270 : 90, 15)
      calibration.add(nowMs + MINUTE, lat, lon)
    }
  }
  return calibration
}

const NOTHING = { offset: 0, steeper: 0 }

/** What is told where 50 % was said. */
function toldOf(calibration: LiveCalibration, horizon: number): number {
  return 1 / (1 + Math.exp(-calibration.learned[horizon]!.offset))
}

it('learns from each horizon once it has passed, and not before', () => {
  expect(calibrationAfter(5, 8).learned).toEqual([NOTHING, NOTHING, NOTHING, NOTHING])
  const ten = calibrationAfter(10, 8).learned
  expect(ten[0]!.offset).toBeLessThan(-0.01)
  const hour = calibrationAfter(65, 8).learned
  expect(hour[3]!.offset).toBeLessThan(ten[3]!.offset)
  expect(calibrationAfter(240, 40).learned.every(({ offset }) => offset > 0.2)).toBe(true)
})

it('expects of a horizon that has not passed yet a part of what shorter ones taught', () => {
  const [ten, fifteen, half, hour] = calibrationAfter(10, 8).learned
  expect(fifteen!.offset).toBeCloseTo(0.7 * ten!.offset, 9)
  expect(half!.offset).toBeCloseTo(0.7 * fifteen!.offset, 9)
  expect(hour!.offset).toBeCloseTo(0.7 * half!.offset, 9)
})

it('learns that what was said was too timid: the likely came, and the unlikely did not', () => {
  const calibration = new LiveCalibration()
  for (let minute = 0; minute <= 240; minute += 5) {
    const nowMs = NOW + minute * MINUTE
    calibration.verify(nowMs, true)
    const said = RINGS.map((ring, i) => [ring, new Float64Array(4).fill(i < 20 ? 1.2 : -1.2)] as const)
    calibration.remember(nowMs, new Map(said))
    for (const { lat, lon } of PLACES.slice(0, 20)) calibration.add(nowMs + MINUTE, lat, lon)
  }
  for (const { offset, steeper } of calibration.learned) {
    expect(offset).toBeCloseTo(0, 2)
    expect(steeper).toBeGreaterThan(0.15)
  }
})

it('comes near the share that happened, and stays where that is as said', () => {
  const chance = toldOf(calibrationAfter(360, 8), 0)
  expect(chance).toBeGreaterThan(0.2)
  expect(chance).toBeLessThan(0.4)
  expect(calibrationAfter(120, 20).learned[0]!.offset).toBeCloseTo(0, 1)
})

it('forgets by half in twelve hours, through quiet ones too, and all of it when time goes back', () => {
  const calibration = calibrationAfter(60, 8)
  const before = toldOf(calibration, 0)
  calibration.verify(NOW + 61 * MINUTE, true)
  expect(toldOf(calibration, 0)).toBeCloseTo(before, 2)
  calibration.verify(NOW + 72 * 60 * MINUTE, true)
  expect(calibration.learned[0]!.offset).toBeLessThan(0)
  expect(toldOf(calibration, 0)).toBeGreaterThan(0.49)
  calibration.verify(NOW, true)
  expect(calibration.learned).toEqual([NOTHING, NOTHING, NOTHING, NOTHING])
})

it('does not count as quiet what nobody watched', () => {
  const { learned } = calibrationAfter(60, 0, (minute) => minute % 10 !== 0)
  expect(learned).toEqual([NOTHING, NOTHING, NOTHING, NOTHING])
})

it('does not look ahead: a strike that is told already, but struck later, counts for nothing yet', () => {
  const early = calibrationAfter(30, 8)
  const learned = [...early.learned]
  for (const { lat, lon } of PLACES) early.add(NOW + 41 * MINUTE, lat, lon)
  early.verify(NOW + 30 * MINUTE, true)
  expect(early.learned).toEqual(learned)
})
