import { useEffect, useState } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { useLive } from '../../live/server-connection.ts'
import { MapPulse } from '../../map/map-pulse.tsx'
import { PULSES_MAX } from '../../ui/motion.ts'
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

interface Pulse {
  key: string
  at: LatLon
}

/** The active rings, including those of new alerts: one for each airport or place, for any number of alerts. */
export function withPulses(
  running: readonly Pulse[],
  raised: readonly { icao: string; atMs: number }[],
  spotOf: (id: string) => LatLon | undefined,
): readonly Pulse[] {
  const told = new Map(raised.map(({ icao, atMs }) => [icao, atMs]))
  const pulses = [...running]
  for (const [id, atMs] of told) {
    if (pulses.length >= PULSES_MAX) break
    const at = spotOf(id)
    if (at) pulses.push({ key: `${id}/${atMs}`, at })
  }
  return pulses
}
