import { useEffect } from 'react'
import type { Airport } from '../../../../core/airports/airport.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useMapInstance } from '../../../map/map-hooks.ts'
import { createPulses } from '../../../map/map-pulses.ts'
import { usePage } from '../../../state/page-store.ts'
import { prefersReducedMotion } from '../../../ui/motion.ts'

/** Older arrivals came with the page, or after a break: they are not news. */
const NEWS_MS = MINUTE_MS

/** A ring shown once around an airport with a new special report. */
export function SpeciPulses() {
  const { clock, live } = useServerConnection()
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const { reports } = live
    const pulses = createPulses(map, 'accent')
    const stop = reports.subscribe((changed) => {
      if (prefersReducedMotion() || !changed || usePage.getState().shownAtMs !== null) return
      pulses.show(withNewSpeci(changed, reports, clock.now()))
    })
    return () => {
      stop()
      pulses.close()
    }
  }, [map, clock, live])
  return null
}

/** The airports among these with a special report of the last minute. */
export function withNewSpeci(
  changed: Iterable<string>,
  reports: { airport(icao: string): Airport | undefined; latest(icao: string): Report | null | undefined },
  nowMs: number,
): Airport[] {
  return [...changed].flatMap((icao) => {
    const report = reports.latest(icao)
    return report && isNewSpeci(report, nowMs) ? (reports.airport(icao) ?? []) : []
  })
}

function isNewSpeci({ isSpeci, arrivedAtMs }: Pick<Report, 'isSpeci' | 'arrivedAtMs'>, nowMs: number): boolean {
  return isSpeci && arrivedAtMs !== null && nowMs - arrivedAtMs < NEWS_MS
}
