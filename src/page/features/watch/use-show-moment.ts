import type { Alarm } from '../../../contract/watch/alarms.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { useLive } from '../../live/server-connection.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { ONE_PANEL } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { useLog } from './log-store.ts'
import { zoomToPlace } from './places/place-zoom.ts'

const AIRPORT_ZOOM = 9

/** Moves the map to the time of an alarm, and shows its place. */
export function useShowMoment(): (alarm: Alarm) => void {
  const { reports } = useLive()
  const camera = useCamera()
  return ({ at, place }) => {
    const page = usePage.getState()
    // On small screens the log would cover its target.
    if (matchMedia(ONE_PANEL).matches) useLog.getState().show(null)
    page.showAt(Date.parse(at))
    if (!place) return
    const airport = reports.airport(place.id)
    const guarded = usePlaces.getState().byId.get(place.id)
    if (airport) {
      page.select({ kind: 'airport', id: airport.icao })
      camera.flyTo({ zoom: AIRPORT_ZOOM, lat: airport.lat, lon: airport.lon })
    } else if (guarded) {
      page.select({ kind: 'place', id: place.id })
      camera.flyTo({ zoom: zoomToPlace(guarded), ...guarded.shape.middle })
    }
  }
}
