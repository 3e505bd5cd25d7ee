import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import { shapeOf } from '../places/place.ts'
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

it('learns from each horizon once it has passed, and not before', () => {
  expect(calibrationAfter(5, 8).offsets).toEqual([0, 0, 0, 0])
  const [ten, fifteen, half, hour] = calibrationAfter(30, 8).offsets
  for (const offset of [ten, fifteen, half]) expect(offset).toBeLessThan(-0.03)
  expect(hour).toBe(0)
  expect(calibrationAfter(180, 40).offsets.every((offset) => offset > 0.3)).toBe(true)
})

it('comes near the share that happened, and stays where that is as said', () => {
  const chance = 1 / (1 + Math.exp(-calibrationAfter(120, 8).offsets[0]!))
  expect(chance).toBeGreaterThan(0.2)
  expect(chance).toBeLessThan(0.4)
  expect(calibrationAfter(120, 20).offsets[0]).toBeCloseTo(0, 1)
})

it('forgets after two hours, and when time goes back', () => {
  const calibration = calibrationAfter(60, 8)
  calibration.verify(NOW + 179 * MINUTE, true)
  expect(calibration.offsets[0]).toBeLessThan(0)
  calibration.verify(NOW + 300 * MINUTE, true)
  expect(calibration.offsets).toEqual([0, 0, 0, 0])
  const back = calibrationAfter(60, 8)
  back.verify(NOW, true)
  expect(back.offsets).toEqual([0, 0, 0, 0])
})

it('does not count as quiet what nobody watched', () => {
  expect(calibrationAfter(60, 0, (minute) => minute % 10 !== 0).offsets).toEqual([0, 0, 0, 0])
})

it('does not look ahead: a strike that is told already, but struck later, counts for nothing yet', () => {
  const early = calibrationAfter(30, 8)
  const offsets = [...early.offsets]
  for (const { lat, lon } of PLACES) early.add(NOW + 41 * MINUTE, lat, lon)
  early.verify(NOW + 30 * MINUTE, true)
  expect(early.offsets).toEqual(offsets)
})
