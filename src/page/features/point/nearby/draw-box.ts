import type { MapLibreEvent, Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { type LatLon, wrapLon } from '../../../../core/geo/geo.ts'
import { takeSpots } from '../../../map/picking/map-pick.ts'
import { pauseDoubleClickZoom } from '../../../map/picking/pause-double-click-zoom.ts'
import { useFireArea } from './area-store.ts'

/** MapLibre takes a press that moves less far for a click. */
const DRAG_PX = 3

/**
 * Lets the user draw a box: by dragging with pointer or finger, or by two opposite corners, each a click or Enter at the
 * map's centre. Escape ends the drawing. Returns a function that stops it.
 */
export function drawBox(map: MapLibreMap): () => void {
  const { begin, stretch, finish, abandon, stopDrawing } = useFireArea.getState()
  let pressed: { at: LatLon; x: number; y: number } | null = null
  /** The position of the drag; null before there is one. */
  let dragged: LatLon | null = null

  const press = (event: MapMouseEvent | MapTouchEvent) => {
    if ('points' in event && event.points.length > 1) return giveUp() // two fingers move the map
    event.preventDefault()
    pressed = { at: positionOf(event.lngLat), ...pointOf(event) }
    dragged = null
  }
  const move = (event: MapMouseEvent | MapTouchEvent) => {
    const at = positionOf(event.lngLat)
    if (pressed && !dragged) {
      const { x, y } = pointOf(event)
      if (Math.hypot(x - pressed.x, y - pressed.y) < DRAG_PX) return
      begin(pressed.at)
    }
    if (pressed) dragged = at
    stretch(at)
  }
  const drop = () => {
    if (dragged) finish(dragged)
    pressed = null
    dragged = null
  }
  function giveUp() {
    if (dragged) abandon()
    pressed = null
    dragged = null
  }
  /** The keyboard moves the map below its centre. */
  const pan = ({ originalEvent }: MapLibreEvent<unknown>) => {
    if (originalEvent instanceof KeyboardEvent) stretch(positionOf(map.getCenter()))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopImmediatePropagation() // the panel stays open
    stopDrawing()
  }
  const giveBack = takeSpots(({ lat, lon }) => {
    if (useFireArea.getState().corner) finish({ lat, lon })
    else begin({ lat, lon })
  })
  const container = map.getCanvasContainer()
  container.style.cursor = 'crosshair'
  const resumeZoom = pauseDoubleClickZoom(map)
  map.on('mousedown', press)
  map.on('touchstart', press)
  map.on('mousemove', move)
  map.on('touchmove', move)
  map.on('move', pan)
  for (const end of ENDS) addEventListener(end, drop)
  addEventListener('touchcancel', giveUp)
  addEventListener('keydown', onKeyDown, { capture: true })
  map.getCanvas().focus()
  return () => {
    giveBack()
    container.style.cursor = ''
    resumeZoom()
    map.off('mousedown', press)
    map.off('touchstart', press)
    map.off('mousemove', move)
    map.off('touchmove', move)
    map.off('move', pan)
    for (const end of ENDS) removeEventListener(end, drop)
    removeEventListener('touchcancel', giveUp)
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/** Also outside the map. */
const ENDS = ['mouseup', 'touchend'] as const

function positionOf({ lat, lng }: { lat: number; lng: number }): LatLon {
  return { lat, lon: wrapLon(lng) }
}

function pointOf({ point: { x, y } }: MapMouseEvent | MapTouchEvent): { x: number; y: number } {
  return { x, y }
}
