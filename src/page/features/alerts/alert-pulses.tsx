import { useEffect, useState } from 'react'
import type { Airport } from '../../../core/airports/airport.ts'
import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import { useLive } from '../../live/server-connection.ts'
import { MapPulse } from '../../map/map-pulse.tsx'
import { onTelling } from './tell-alerts.ts'

interface Pulse {
  key: string
  airport: Airport
}

/** A ring that opens once around each airport of which something has just been told. */
export default function AlertPulses() {
  const { reports } = useLive()
  const [pulses, setPulses] = useState<readonly Pulse[]>([])
  useEffect(() => onTelling((raised) => setPulses((running) => [...running, ...pulsesOf(raised, reports)])), [reports])
  const end = (pulse: Pulse) => setPulses((running) => running.filter((each) => each !== pulse))
  return pulses.map((pulse) => (
    <MapPulse key={pulse.key} lat={pulse.airport.lat} lon={pulse.airport.lon} tone="bad" onEnd={() => end(pulse)} />
  ))
}

/** One for each airport, however much is told of it at once. */
function pulsesOf(raised: readonly RaisedAlert[], reports: Pick<ReportStore, 'airport'>): Pulse[] {
  const told = new Map(raised.map(({ icao, atMs }) => [icao, atMs]))
  return [...told].flatMap(([icao, atMs]) => {
    const airport = icao === null ? undefined : reports.airport(icao)
    return airport ? [{ key: `${icao}/${atMs}`, airport }] : []
  })
}
