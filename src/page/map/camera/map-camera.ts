import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { useCommands } from '../../state/commands.ts'
import { NARROW } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import type { Flight } from '../../state/view.ts'
import { prefersReducedMotion } from '../../ui/motion.ts'
import { useMapInstance } from '../map-hooks.ts'
import { FLIGHT } from './camera.ts'
import { middleOfClear, panelLayout } from './clear-of-panels.ts'

/** Distance of a clear place above the centre on a phone with a sheet, as a share of the screen's height. */
const SHEET_SHARE = 0.2
/** The panel at the right with its margin, in pixels of the map, which scale with the page's type. */
const PANEL_PX = 25 * 16 + 12
/** The log at the left with its margin, likewise. */
const COVER_PX = 47.5 * 16 + 12
const FLIGHT_MS = 700

/** Inside the map: flies to requested places; without animation if the user prefers reduced motion. */
export function MapCamera() {
  const map = useMapInstance()
  const commands = useCommands()
  useEffect(() => (map ? commands.attach(FLIGHT, (flight) => fly(map, flight)) : undefined), [map, commands])
  return null
}

export function fly(map: Pick<MapLibreMap, 'easeTo' | 'getCenter'>, flight: Flight): void {
  const hasPanel = usePage.getState().selection !== null && (panelLayout() !== 'desk' || coverPx() > 0)
  map.easeTo({
    center: [flight.lon, flight.lat],
    zoom: flight.zoom,
    duration: flightMs(),
    offset: hasPanel && isElsewhere(flight, map.getCenter()) ? clearOfPanel() : [0, 0],
  })
}

/**
 * Whether a flight leads to another place, which must be clear of panels; not for closer views, nor on the way back.
 */
export function isElsewhere({ lon, lat, isBack }: Omit<Flight, 'zoom'>, from: { lng: number; lat: number }): boolean {
  return !isBack && Math.abs(from.lng - lon) + Math.abs(from.lat - lat) > 1e-6
}

/** Duration of flights; 0 with reduced motion. */
export function flightMs(): number {
  return prefersReducedMotion() ? 0 : FLIGHT_MS
}

/**
 * Offset from the centre of the map to the centre of its uncovered part: above a bottom sheet on a phone, next to a
 * panel in landscape, between log and panel at a desk.
 */
function clearOfPanel(): [number, number] {
  const layout = panelLayout()
  if (layout === 'sheet') return [0, -innerHeight * SHEET_SHARE]
  return layout === 'side'
    ? middleOfClear({ width: innerWidth, height: innerHeight }, layout)
    : [(coverPx() - PANEL_PX) / 2, 0]
}

/** Width of the map under the log or another panel at the left of a desk, in pixels of the map; 0 if none is open. */
function coverPx(): number {
  return document.querySelector('[data-cover="true"]') ? COVER_PX : 0
}

/** A clicked place would be covered by its panel: moves the map. */
export function keepInSight(map: MapLibreMap, { point, lngLat }: MapMouseEvent | MapTouchEvent) {
  const { clientWidth, clientHeight } = map.getContainer()
  const covered = matchMedia(NARROW).matches
    ? point.y > clientHeight * (0.5 - SHEET_SHARE / 2)
    : point.x > clientWidth - PANEL_PX
  if (covered) map.easeTo({ center: lngLat, duration: flightMs(), offset: clearOfPanel() })
}
