import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { useCommands } from '../../state/commands.ts'
import { NARROW } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import type { Flight } from '../../state/view.ts'
import { asksForCalm } from '../../ui/motion.ts'
import { useMapInstance } from '../map-hooks.ts'
import { FLIGHT } from './camera.ts'
import { middleOfClear, panelLayout } from './clear-of-panels.ts'

/** How far above the middle a place stands clear of the sheet of a phone, of the screen's height. */
const SHEET_SHARE = 0.2
/** The panel at the right with its margin, in the map's own pixels, which grow with the page's type. */
const PANEL_PX = 25 * 16 + 12
const FLIGHT_MS = 700

/** Inside the map: flies where somebody wants to look; without motion for those who asked for none. */
export function MapCamera() {
  const map = useMapInstance()
  const commands = useCommands()
  useEffect(() => (map ? commands.attach(FLIGHT, (flight) => fly(map, flight)) : undefined), [map, commands])
  return null
}

function fly(map: MapLibreMap, flight: Flight): void {
  const layout = panelLayout()
  const hasPanel = usePage.getState().selection !== null && layout !== 'desk'
  map.easeTo({
    center: [flight.lon, flight.lat],
    zoom: flight.zoom,
    duration: flightMs(),
    offset: hasPanel && isElsewhere(flight, map.getCenter()) ? clearOfPanel() : [0, 0],
  })
}

/** Whether a flight leads to another place, which is to stand clear; not nearer, nor back to what was seen before. */
export function isElsewhere({ lon, lat, isBack }: Omit<Flight, 'zoom'>, from: { lng: number; lat: number }): boolean {
  return !isBack && Math.abs(from.lng - lon) + Math.abs(from.lat - lat) > 1e-6
}

/** How long the map takes to get somewhere: no time for who asks for calm. */
export function flightMs(): number {
  return asksForCalm() ? 0 : FLIGHT_MS
}

/** From the middle of the map to the middle of what the panel leaves of it: a sheet from below on a phone, a panel beside it on its side. */
function clearOfPanel(): [number, number] {
  const layout = panelLayout()
  if (layout === 'sheet') return [0, -innerHeight * SHEET_SHARE]
  return layout === 'side' ? middleOfClear({ width: innerWidth, height: innerHeight }, layout) : [-PANEL_PX / 2, 0]
}

/** What was clicked would lie under the panel that opens for it: the map makes way. */
export function keepInSight(map: MapLibreMap, { point, lngLat }: MapMouseEvent | MapTouchEvent) {
  const { clientWidth, clientHeight } = map.getContainer()
  const covered = matchMedia(NARROW).matches
    ? point.y > clientHeight * (0.5 - SHEET_SHARE / 2)
    : point.x > clientWidth - PANEL_PX
  if (covered) map.easeTo({ center: lngLat, duration: flightMs(), offset: clearOfPanel() })
}
