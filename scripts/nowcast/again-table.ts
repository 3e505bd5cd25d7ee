import { distanceKm, KM_PER_DEG, RAD } from '../../src/core/geo/geo.ts'
import { HOUR_MS } from '../../src/core/time/durations.ts'
import { noQuietCounts, quietAfter } from '../../src/core/verification/quiet-after.ts'
import { sumOf } from '../../src/core/verification/score-sums.ts'
import { gridOf, type RecordedStorm, readRecorded } from './recorded.ts'

/** Maximum time after quiet minutes in which strikes are counted. */
const AFTERWARDS_MS = HOUR_MS

/** How often recorded storms struck a ring of this radius, km, again, by quiet minutes: the sums for `afterQuietOf`. */
export function againIn(storms: readonly RecordedStorm[], ringKm: number): number[] {
  return storms.map((storm) => againInStorm(storm, ringKm)).reduce(sumOf, noQuietCounts())
}

function againInStorm({ file, box, fromMs, toMs }: RecordedStorm, ringKm: number): number[] {
  const strikes = readRecorded(file).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
  // Strikes beyond the box are incomplete.
  const lat = ringKm / KM_PER_DEG
  const lon = lat / Math.cos(box.north * RAD)
  const within = { south: box.south + lat, west: box.west + lon, north: box.north - lat, east: box.east - lon }
  return gridOf(within)
    .map((place) => {
      const near = strikes.filter((strike) => Math.abs(strike.lat - place.lat) <= lat)
      const times = near.filter((strike) => distanceKm(strike, place) <= ringKm).map(({ timeMs }) => timeMs)
      return quietAfter(times, fromMs, toMs - AFTERWARDS_MS, () => true)
    })
    .reduce(sumOf, noQuietCounts())
}
