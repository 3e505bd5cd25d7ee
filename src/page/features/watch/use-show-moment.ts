import type { Alarm } from '../../../contract/watch/alarms.ts'
import { useLive } from '../../live/server-connection.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'

const ZOOM = 9

/** Rewinds the map to the moment of an alarm, and brings its place into view. */
export function useShowMoment(): (alarm: Alarm) => void {
  const { reports } = useLive()
  const camera = useCamera()
  return ({ at, place }) => {
    const page = usePage.getState()
    page.showAt(Date.parse(at))
    const airport = place && reports.airport(place.id)
    if (!airport) return
    page.select({ kind: 'airport', id: airport.icao })
    camera.flyTo({ zoom: ZOOM, lat: airport.lat, lon: airport.lon })
  }
}
