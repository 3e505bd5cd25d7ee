import { useEffect, useState } from 'react'
import { useLive } from '../../live/server-connection.ts'
import { MapPulse } from '../../map/map-pulse.tsx'
import { type Pulse, withPulses } from './running-pulses.ts'
import { spotOf } from './spot-of.ts'
import { onAlertsRaised } from './tell-alerts.ts'

/** An expanding ring, shown once, around each airport and place with a new alert. */
export default function AlertPulses() {
  const { reports } = useLive()
  const [pulses, setPulses] = useState<readonly Pulse[]>([])
  useEffect(
    () => onAlertsRaised((raised) => setPulses((running) => withPulses(running, raised, (id) => spotOf(id, reports)))),
    [reports],
  )
  const end = (pulse: Pulse) => setPulses((running) => running.filter((each) => each !== pulse))
  return pulses.map((pulse) => (
    <MapPulse key={pulse.key} lat={pulse.at.lat} lon={pulse.at.lon} tone="bad" onEnd={() => end(pulse)} />
  ))
}
