import { formatUtc } from '../../../contract/time.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { type Random, seededRandom } from '../../../core/util/random.ts'
import { between, gaussian, poisson } from '../../../simulator/source/storms/storms-random.ts'
import type { SyntheticWorld } from '../hazard.ts'
import { EARTHQUAKES_WINDOW_MS, type EarthquakeRecord, type EarthquakeSource } from './earthquake.ts'

/** Zones: a line between two places, the depth, and the share of all earthquakes. */
const BELTS = [
  { name: 'Taiwan', from: [22, 121], to: [24.8, 122.2], depthKm: 22, share: 0.2 },
  { name: 'Ryukyu and Kyushu', from: [25, 124], to: [32, 131.5], depthKm: 45, share: 0.15 },
  { name: 'Japan Trench', from: [35, 141], to: [43, 146], depthKm: 40, share: 0.2 },
  { name: 'Sichuan and Yunnan', from: [24, 101], to: [33, 104], depthKm: 12, share: 0.15 },
  { name: 'Tibet', from: [30, 81], to: [35, 97], depthKm: 15, share: 0.1 },
  { name: 'Hindu Kush', from: [36, 70], to: [37, 72], depthKm: 190, share: 0.08 },
  { name: 'Banda Sea', from: [-7, 123], to: [-5, 130], depthKm: 420, share: 0.12 },
] as const

const PER_HOUR = 1.5
/** Gutenberg and Richter: one magnitude more is ten times rarer. */
const WEAKEST_MAGNITUDE = 2.5
const STRONGEST_MAGNITUDE = 8
/** Distance from the line, degrees. */
const SPREAD_DEG = 0.5
/** Delay until an earthquake is located and published. */
const REPORTED_AFTER_MS = { min: 2 * MINUTE_MS, max: 8 * MINUTE_MS }

/** Synthetic earthquakes, deterministic for a seed and a time. */
export function createMadeEarthquakes({ clock, seed }: SyntheticWorld): EarthquakeSource {
  return {
    async recent() {
      const nowMs = clock.now()
      const records: EarthquakeRecord[] = []
      for (let hour = Math.floor((nowMs - EARTHQUAKES_WINDOW_MS) / HOUR_MS); hour * HOUR_MS <= nowMs; hour++) {
        for (const { atMs, reportedMs, record } of earthquakesOfHour(seed, hour)) {
          if (atMs >= nowMs - EARTHQUAKES_WINDOW_MS && reportedMs <= nowMs) records.push(record)
        }
      }
      records.sort((a, b) => (a.time < b.time ? 1 : -1))
      return { as_of: formatUtc(nowMs), earthquakes: records }
    },
  }
}

/** `hour` since 1970. */
function earthquakesOfHour(seed: number, hour: number) {
  const random = seededRandom(`${seed}/earthquakes/${hour}`)
  return Array.from({ length: poisson(random, PER_HOUR) }, (_, i) => {
    const atMs = Math.floor((hour + random()) * HOUR_MS)
    const belt = beltAt(random())
    const along = random()
    const lat = belt.from[0] + along * (belt.to[0] - belt.from[0]) + SPREAD_DEG * gaussian(random)
    const lon = belt.from[1] + along * (belt.to[1] - belt.from[1]) + SPREAD_DEG * gaussian(random)
    const record: EarthquakeRecord = {
      id: `q${hour.toString(36)}-${i}`,
      time: formatUtc(atMs),
      lat: round(lat, 3),
      lon: round(lon, 3),
      depth_km: round(belt.depthKm * between(random, 0.6, 1.6), 0),
      magnitude: magnitude(random),
    }
    return { atMs, reportedMs: atMs + between(random, REPORTED_AFTER_MS.min, REPORTED_AFTER_MS.max), record }
  })
}

function beltAt(share: number): (typeof BELTS)[number] {
  let upTo = 0
  for (const belt of BELTS) {
    upTo += belt.share
    if (share < upTo) return belt
  }
  return BELTS[0]
}

function magnitude(random: Random): number {
  return round(Math.min(STRONGEST_MAGNITUDE, WEAKEST_MAGNITUDE - Math.log10(1 - random())), 1)
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
