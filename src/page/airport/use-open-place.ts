import { usePlaces } from '../live/places/place-store.ts'
import { useLive } from '../live/server-connection.ts'
import { useCamera } from '../map/camera/camera.ts'
import { usePage } from '../state/page-store.ts'

const ZOOM = 8

/** Selects an airport or guarded place by id, and moves the map there if its position is known. */
export function useOpenPlace(): (id: string, zoom?: number) => void {
  const { reports } = useLive()
  const camera = useCamera()
  return (id, zoom = ZOOM) => {
    const place = usePlaces.getState().byId.get(id)
    usePage.getState().select({ kind: place ? 'place' : 'airport', id })
    const at = place?.shape.middle ?? reports.airport(id)
    if (at) camera.flyTo({ zoom, lat: at.lat, lon: at.lon })
  }
}
