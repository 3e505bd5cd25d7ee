import { bearingDeg, distanceKm, type LatLon, RAD } from '../../../core/geo/geo.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { StormCell, StormField } from '../storms/storm-field.ts'
import type { Playback, Run } from './playback.ts'

/** Thunder counts until ten minutes without any; motion is derived from the ten minutes before. */
const PERIOD_MIN = 10
const CELL_DEG = 0.08
const SIGMA_KM = 2.5
/** This many strikes in ten minutes make a cell of two thirds of full strength. */
const STRONG_STRIKES = 8
/** Motion is derived for areas of this size. */
const AREA_DEG = 1
const SPEED_MAX_KMH = 90

interface Middle extends LatLon {
  strikes: number
}

/** Storms inferred from recorded strikes, for the weather generated around them. */
export function createReplayStorms(playback: Playback): StormField {
  const { lats, lons } = playback.recording

  /** Centre of the strikes of each cell of `degrees`. */
  function middles({ first, end }: Run, degrees: number): Map<string, Middle> {
    const found = new Map<string, Middle>()
    for (let i = first; i < end; i++) {
      const lat = lats[i]!
      const lon = lons[i]!
      const middle = heldOrMade(found, keyOf(lat, lon, degrees), () => ({ lat: 0, lon: 0, strikes: 0 }))
      middle.strikes++
      middle.lat += (lat - middle.lat) / middle.strikes
      middle.lon += (lon - middle.lon) / middle.strikes
    }
    return found
  }

  function cellsAt(ms: number): StormCell[] {
    const now = playback.before(ms, PERIOD_MIN)
    if (now.first === now.end) return []
    const before = { first: playback.before(ms, 2 * PERIOD_MIN).first, end: now.first }
    const areas = middles(now, AREA_DEG)
    const earlier = middles(before, AREA_DEG)
    return [...middles(now, CELL_DEG)].map(([id, { lat, lon, strikes }]) => {
      const area = keyOf(lat, lon, AREA_DEG)
      return {
        id,
        lat,
        lon,
        sigmaKm: SIGMA_KM,
        intensity: 1 - Math.exp(-strikes / STRONG_STRIKES),
        ...motionOf(earlier.get(area), areas.get(area)),
        strokesPerSecond: strikes / (PERIOD_MIN * 60),
      }
    })
  }

  return { cellsAt }
}

function motionOf(from: LatLon | undefined, to: LatLon | undefined): { headingDeg: number; speedKmh: number } {
  if (!from || !to) return { headingDeg: 0, speedKmh: 0 }
  const kmh = (distanceKm(from, to) * 60) / PERIOD_MIN
  return { headingDeg: bearingDeg(from, to), speedKmh: Math.min(SPEED_MAX_KMH, kmh) }
}

/** Key of a square cell. */
function keyOf(lat: number, lon: number, degrees: number): string {
  const row = Math.floor(lat / degrees)
  const width = degrees / Math.max(0.05, Math.cos(row * degrees * RAD))
  return `${row}/${Math.floor(lon / width)}`
}
