import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { wrapLon } from '../../../../core/geo/geo.ts'
import { useDrawing } from './drawing-store.ts'

/** A finger covers more than a pointer. */
const REACH_PX = { mouse: 10, touch: 22 }

/** Lets pointer or finger drag the points of the drawing; the map does not pan meanwhile. */
export function dragPoints(map: MapLibreMap) {
  let held: number | null = null
  let isMoved = false
  let reachPx = REACH_PX.mouse

  const at = ({ x, y }: { x: number; y: number }): number | null => {
    const far = useDrawing.getState().points.map(({ lat, lon }) => {
      const on = map.project([lon, lat])
      return Math.hypot(on.x - x, on.y - y)
    })
    const least = Math.min(...far)
    return least <= reachPx ? far.indexOf(least) : null
  }
  const take = (event: MapMouseEvent | MapTouchEvent) => {
    if ('points' in event && event.points.length > 1) return giveBack()
    reachPx = event.originalEvent.type === 'touchstart' ? REACH_PX.touch : REACH_PX.mouse
    held = at(event.point)
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
  /** A second finger pans the map: the dragged point returns to its start. */
  function giveBack() {
    if (held !== null && isMoved) useDrawing.getState().undo()
    drop()
  }
  map.on('mousedown', take)
  map.on('touchstart', take)
  map.on('mousemove', move)
  map.on('touchmove', move)
  for (const end of ENDS) addEventListener(end, drop)
  return {
    /** The point at a position, CSS pixels from the map's corner; null if none. */
    at,
    isHeld: (): boolean => held !== null,
    stop(): void {
      map.off('mousedown', take)
      map.off('touchstart', take)
      map.off('mousemove', move)
      map.off('touchmove', move)
      for (const end of ENDS) removeEventListener(end, drop)
    },
  }
}

/** Also outside the map. */
const ENDS = ['mouseup', 'touchend', 'touchcancel'] as const
