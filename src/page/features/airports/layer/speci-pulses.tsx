import { useEffect, useState } from 'react'
import { useServerConnection } from '../../../live/server-connection.ts'
import { MapPulse } from '../../../map/map-pulse.tsx'
import { usePage } from '../../../state/page-store.ts'
import { asksForCalm } from '../../../ui/motion.ts'
import { type SpeciPulse, withSpeciPulses } from './new-speci.ts'

/** A ring shown once around an airport with a new special report. */
export function SpeciPulses() {
  const { clock, live } = useServerConnection()
  const [pulses, setPulses] = useState<readonly SpeciPulse[]>([])
  useEffect(() => {
    const { reports } = live
    return reports.subscribe((changed) => {
      if (asksForCalm() || !changed || usePage.getState().shownAtMs !== null) return
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
