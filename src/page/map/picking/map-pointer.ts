import type { MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { wrapLon } from '../../../core/geo/geo.ts'
import { createLongPress } from '../../input/long-press.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { keepInSight } from '../camera/map-camera.ts'
import { useMapInstance } from '../map-hooks.ts'
import { reportHover } from './map-hover.ts'
import { markAt, pickAt } from './map-pick.ts'

/** Clicks and long presses select, and the pointer shows clickable marks. Rendered inside the map. */
export function MapPointer() {
  const map = useMapInstance()
  const { clock } = useServerConnection()
  const select = usePage((state) => state.select)
  useEffect(() => {
    if (!map) return
    let frame = 0
    const spot = ({ point, lngLat }: MapMouseEvent | MapTouchEvent) => ({
      x: point.x,
      y: point.y,
      lat: lngLat.lat,
      lon: wrapLon(lngLat.lng),
    })
    const click = (event: MapMouseEvent | MapTouchEvent) => {
      const found = pickAt(spot(event))
      if (!found) return
      select(found)
      keepInSight(map, event)
    }
    const move = (event: MapMouseEvent) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const { x, y } = event.point
        const selection = markAt(spot(event))
        map.getCanvas().style.cursor = selection ? 'pointer' : ''
        reportHover(selection && { selection, x, y })
      })
    }
    const leave = () => {
      cancelAnimationFrame(frame)
      reportHover(null)
    }
    const press = createLongPress<ReturnType<typeof touched>>({ clock, pressed: ({ event }) => click(event) })
    const start = (event: MapTouchEvent) => press.start(touched(event))
    const drag = (event: MapTouchEvent) => press.move(touched(event))
    const listening = [
      map.on('touchstart', start),
      map.on('touchmove', drag),
      map.on('touchend', press.end),
      map.on('touchcancel', press.end),
      map.on('click', click),
      map.on('mousemove', move),
      map.on('mouseout', leave),
      map.on('movestart', leave),
    ]
    return () => {
      cancelAnimationFrame(frame)
      press.end()
      for (const subscription of listening) subscription.unsubscribe()
    }
  }, [map, clock, select])
  return null
}

function touched(event: MapTouchEvent) {
  return { x: event.point.x, y: event.point.y, fingers: event.points.length, event }
}
