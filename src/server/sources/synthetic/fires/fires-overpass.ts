import { DAY_MS, MINUTE_MS } from '../../../../core/time/durations.ts'
import { draw } from '../fields/fields-noise.ts'

/** Places this wide apart see the satellite on the same orbit, so at nearly the same minute. */
const SWATH_DEG = 24
/** Along its track a satellite covers a degree in about this time. */
const MS_PER_DEG = 16_500

/** The satellites, each crossing twice a day at about the same local solar time. */
const PASSES: { satellite: string; solarHour: number; northbound: boolean; sees: number }[] = [
  { satellite: 'N', solarHour: 1.4, northbound: false, sees: 0.3 },
  { satellite: 'T', solarHour: 10.5, northbound: false, sees: 0.35 },
  { satellite: '1', solarHour: 12.6, northbound: true, sees: 0.6 },
  { satellite: 'N', solarHour: 13.5, northbound: true, sees: 0.75 },
  { satellite: 'T', solarHour: 22.5, northbound: true, sees: 0.2 },
]

export interface Overpass {
  /** Unique among the passes over a place. */
  key: string
  satellite: string
  acquiredMs: number
  /** When its detections become available. */
  knownMs: number
  /** Share of the burning pixels it sees. */
  sees: number
}

/** The passes over a place that were acquired in (fromMs, toMs]. */
export function overpasses(seed: number, lat: number, lon: number, fromMs: number, toMs: number): Overpass[] {
  const found: Overpass[] = []
  const swath = Math.floor((lon + 180) / SWATH_DEG)
  const middleLon = (swath + 0.5) * SWATH_DEG - 180
  const firstDay = Math.floor((fromMs + (middleLon / 360) * DAY_MS) / DAY_MS) - 1
  const lastDay = Math.floor((toMs + (middleLon / 360) * DAY_MS) / DAY_MS) + 1
  for (let day = firstDay; day <= lastDay; day++) {
    PASSES.forEach(({ satellite, solarHour, northbound, sees }, pass) => {
      const salt = day * PASSES.length + pass
      const crossingMs = day * DAY_MS + (solarHour / 24 - middleLon / 360) * DAY_MS
      const driftMs = (draw(seed, 51, salt, swath) - 0.5) * 80 * MINUTE_MS
      const alongMs = lat * MS_PER_DEG * (northbound ? 1 : -1)
      const acquiredMs = Math.floor((crossingMs + driftMs + alongMs) / MINUTE_MS) * MINUTE_MS
      if (acquiredMs <= fromMs || acquiredMs > toMs) return
      const latencyMs = Math.round((115 + 65 * draw(seed, 52, salt, swath)) * MINUTE_MS)
      found.push({
        key: `${satellite}${day}${pass}`,
        satellite,
        acquiredMs,
        knownMs: acquiredMs + latencyMs,
        sees,
      })
    })
  }
  return found
}
