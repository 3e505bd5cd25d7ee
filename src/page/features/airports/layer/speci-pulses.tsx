import { useEffect, useState } from 'react'
import { useServerConnection } from '../../../live/server-connection.ts'
import { MapPulse } from '../../../map/map-pulse.tsx'
import { usePage } from '../../../state/page-store.ts'
import { asksForCalm } from '../../../ui/motion.ts'
import { isNewSpeci } from './new-speci.ts'

interface Pulse {
  icao: string
  lat: number
  lon: number
  obsTimeMs: number
}

/** A ring that opens once around an airport from which a special report has just come. */
export function SpeciPulses() {
  const { clock, live } = useServerConnection()
  const [pulses, setPulses] = useState<readonly Pulse[]>([])
  useEffect(() => {
    const { reports } = live
    return reports.subscribe((changed) => {
      if (asksForCalm() || !changed || usePage.getState().shownAtMs !== null) return
      const fresh = [...changed].flatMap((icao): Pulse[] => {
        const airport = reports.airport(icao)
        const report = reports.latest(icao)
        if (!airport || !report || !isNewSpeci(report, clock.now())) return []
        return [{ icao, lat: airport.lat, lon: airport.lon, obsTimeMs: report.obsTimeMs }]
      })
      if (fresh.length > 0) setPulses((running) => [...running, ...fresh])
    })
  }, [clock, live])

  const end = (pulse: Pulse) => setPulses((running) => running.filter((each) => each !== pulse))
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
