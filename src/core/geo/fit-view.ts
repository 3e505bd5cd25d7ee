import { type Box, type LatLon, latOfMercatorY, mercatorX, mercatorY, TILE_PX, wrapLon } from './geo.ts'

/** How much of a map is covered by panels at each edge, CSS pixels. */
export interface Inset {
  top: number
  right: number
  bottom: number
  left: number
}

const ZOOM_MAX = 12
/** Minimum free width or height assumed. */
const FREE_MIN_PX = 80

/** The closest view of a map of that size that shows all of `box` in the part not covered by `inset`. */
export function fitView(box: Box, size: { width: number; height: number }, inset: Inset): LatLon & { zoom: number } {
  const west = mercatorX(box.west)
  const width = mercatorX(box.east + (box.east < box.west ? 360 : 0)) - west
  const north = mercatorY(box.north)
  const height = mercatorY(box.south) - north
  const freeWidth = Math.max(FREE_MIN_PX, size.width - inset.left - inset.right)
  const freeHeight = Math.max(FREE_MIN_PX, size.height - inset.top - inset.bottom)
  const zoom = Math.min(ZOOM_MAX, Math.log2(Math.min(freeWidth / width, freeHeight / height) / TILE_PX))
  const middle = { lat: latOfMercatorY(north + height / 2), lon: wrapLon((west + width / 2) * 360 - 180) }
  return offCentre({ zoom, ...middle }, inset)
}

/** `view`, moved so that its centre is in the centre of the part not covered by `inset`. */
export function offCentre(view: LatLon & { zoom: number }, inset: Inset): LatLon & { zoom: number } {
  const worldPx = TILE_PX * 2 ** view.zoom
  const x = mercatorX(view.lon) - (inset.left - inset.right) / 2 / worldPx
  const y = mercatorY(view.lat) - (inset.top - inset.bottom) / 2 / worldPx
  return { zoom: view.zoom, lat: latOfMercatorY(Math.min(1, Math.max(0, y))), lon: wrapLon(x * 360 - 180) }
}
