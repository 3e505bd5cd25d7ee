import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { wrapLon } from '../../../../core/geo/geo.ts'
import type { Unsubscribe } from '../../../../core/util/emitter.ts'
import { useDrawing } from './drawing-store.ts'

/** A finger covers more than a pointer. */
const REACH_PX = { mouse: 10, touch: 22 }

/** Has the points of what is drawn follow the pointer or the finger that takes them; the map stays where it is then. */
export function dragPoints(map: MapLibreMap): Unsubscribe {
  let held: number | null = null
  let isMoved = false

  const nearest = ({ x, y }: { x: number; y: number }, reachPx: number): number | null => {
    const far = useDrawing.getState().points.map(({ lat, lon }) => {
      const at = map.project([lon, lat])
      return Math.hypot(at.x - x, at.y - y)
    })
    const least = Math.min(...far)
    return least <= reachPx ? far.indexOf(least) : null
  }
  const take = (event: MapMouseEvent | MapTouchEvent) => {
    const isTouch = event.originalEvent.type === 'touchstart'
    if ('points' in event && event.points.length > 1) return
    held = nearest(event.point, isTouch ? REACH_PX.touch : REACH_PX.mouse)
    isMoved = false
    if (held !== null) event.preventDefault()
  }
  const move = ({ lngLat }: MapMouseEvent | MapTouchEvent) => {
    if (held === null) return
    const drawing = useDrawing.getState()
    if (!isMoved) drawing.holdPoint()
    isMoved = true
    drawing.movePoint(held, { lat: lngLat.lat, lon: wrapLon(lngLat.lng) })
  }
  const drop = () => {
    held = null
  }
  map.on('mousedown', take)
  map.on('touchstart', take)
  map.on('mousemove', move)
  map.on('touchmove', move)
  for (const end of ENDS) addEventListener(end, drop)
  return () => {
    map.off('mousedown', take)
    map.off('touchstart', take)
    map.off('mousemove', move)
    map.off('touchmove', move)
    for (const end of ENDS) removeEventListener(end, drop)
  }
}

/** Also outside the map. */
const ENDS = ['mouseup', 'touchend', 'touchcancel'] as const
