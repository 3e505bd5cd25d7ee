import { useEffect, useState } from 'react'
import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import type { LatLon } from '../../../core/geo/geo.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import { useLive } from '../../live/server-connection.ts'
import { MapPulse } from '../../map/map-pulse.tsx'
import { spotOf } from './spot-of.ts'
import { onTelling } from './tell-alerts.ts'

interface Pulse {
  key: string
  at: LatLon
}

/** A ring that opens once around each airport and place of which something has just been told. */
export default function AlertPulses() {
  const { reports } = useLive()
  const [pulses, setPulses] = useState<readonly Pulse[]>([])
  useEffect(() => onTelling((raised) => setPulses((running) => [...running, ...pulsesOf(raised, reports)])), [reports])
  const end = (pulse: Pulse) => setPulses((running) => running.filter((each) => each !== pulse))
  return pulses.map((pulse) => (
    <MapPulse key={pulse.key} lat={pulse.at.lat} lon={pulse.at.lon} tone="bad" onEnd={() => end(pulse)} />
  ))
}

/** One for each airport or place, however much is told of it at once. */
function pulsesOf(
  raised: readonly Pick<RaisedAlert, 'icao' | 'atMs'>[],
  reports: Pick<ReportStore, 'airport'>,
): Pulse[] {
  const told = new Map(raised.map(({ icao, atMs }) => [icao, atMs]))
  return [...told].flatMap(([id, atMs]) => {
    const at = id === null ? undefined : spotOf(id, reports)
    return at ? [{ key: `${id}/${atMs}`, at }] : []
  })
}
