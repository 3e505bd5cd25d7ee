import { useEffect, useState } from 'react'
import type { Airport } from '../../../../core/airports/airport.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { MapPulse } from '../../../map/map-pulse.tsx'
import { usePage } from '../../../state/page-store.ts'
import { PULSES_MAX, prefersReducedMotion } from '../../../ui/motion.ts'

/** Older arrivals came with the page, or after a break: they are not news. */
const NEWS_MS = MINUTE_MS

export interface SpeciPulse extends LatLon {
  icao: string
  obsTimeMs: number
}

/** A ring shown once around an airport with a new special report. */
export function SpeciPulses() {
  const { clock, live } = useServerConnection()
  const [pulses, setPulses] = useState<readonly SpeciPulse[]>([])
  useEffect(() => {
    const { reports } = live
    return reports.subscribe((changed) => {
      if (prefersReducedMotion() || !changed || usePage.getState().shownAtMs !== null) return
      setPulses((running) => withSpeciPulses(running, changed, reports, clock.now()))
    })
  }, [clock, live])

  const end = (pulse: SpeciPulse) => setPulses((running) => running.filter((each) => each !== pulse))
  return pulses.map((pulse) => (
    <MapPulse
      key={`${pulse.icao}/${pulse.obsTimeMs}`}
      lat={pulse.lat}
      lon={pulse.lon}
      tone="accent"
      onEnd={() => end(pulse)}
    />
  ))
}

function isNewSpeci({ isSpeci, arrivedAtMs }: Pick<Report, 'isSpeci' | 'arrivedAtMs'>, nowMs: number): boolean {
  return isSpeci && arrivedAtMs !== null && nowMs - arrivedAtMs < NEWS_MS
}

/** The active rings, including those of new special reports. */
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
