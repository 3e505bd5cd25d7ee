import { useEffect } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { useLive } from '../../live/server-connection.ts'
import { useMapInstance } from '../../map/map-hooks.ts'
import { createPulses } from '../../map/map-pulses.ts'
import { spotOf } from './spot-of.ts'
import { onAlertsRaised } from './tell-alerts.ts'

/** An expanding ring, shown once, around each airport and place with a new alert. */
export default function AlertPulses() {
  const { reports } = useLive()
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const pulses = createPulses(map, 'bad')
    const stop = onAlertsRaised((raised) => {
      pulses.show(spotsOf(raised, (id) => spotOf(id, reports)))
    })
    return () => {
      stop()
      pulses.close()
    }
  }, [map, reports])
  return null
}

/** The position of each airport or place, once for any number of alerts. */
export function spotsOf(places: readonly string[], spotOf: (id: string) => LatLon | undefined): readonly LatLon[] {
  return [...new Set(places)].flatMap((id) => spotOf(id) ?? [])
}
