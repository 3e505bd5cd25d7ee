import type { Airport } from '../../../../core/airports/airport.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { PULSES_MAX } from '../../../ui/motion.ts'

/** Older arrivals came with the page, or after a break: they are not news. */
const NEWS_MS = MINUTE_MS

/** Whether a special report has only just arrived. */
function isNewSpeci({ isSpeci, arrivedAtMs }: Pick<Report, 'isSpeci' | 'arrivedAtMs'>, nowMs: number): boolean {
  return isSpeci && arrivedAtMs !== null && nowMs - arrivedAtMs < NEWS_MS
}

/** A ring that opens around an airport, of its report. */
export interface SpeciPulse extends LatLon {
  icao: string
  obsTimeMs: number
}

/** The active rings with those of new special reports. */
export function withSpeciPulses(
  running: readonly SpeciPulse[],
  changed: Iterable<string>,
  reports: { airport(icao: string): Airport | undefined; latest(icao: string): Report | null | undefined },
  nowMs: number,
): readonly SpeciPulse[] {
  const pulses = [...running]
  for (const icao of changed) {
    if (pulses.length >= PULSES_MAX) break
    const airport = reports.airport(icao)
    const report = reports.latest(icao)
    if (!airport || !report || !isNewSpeci(report, nowMs)) continue
    pulses.push({ icao, lat: airport.lat, lon: airport.lon, obsTimeMs: report.obsTimeMs })
  }
  return pulses.length > running.length ? pulses : running
}
