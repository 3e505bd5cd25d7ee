import { fitView, type Inset, offCentre } from '../../../core/geo/fit-view.ts'
import { type Box, type LatLon, latOfMercatorY, mercatorX, mercatorY, TILE_PX, wrapLon } from '../../../core/geo/geo.ts'
import { modulo } from '../../../core/util/modulo.ts'
import type { View } from '../../state/view.ts'

/** The map of a wall and the part covered by cards, in map pixels. */
export interface Frame {
  width: number
  height: number
  inset: Inset
}

/** The subject of a wall's map. */
export interface Interest {
  /** Shown as a whole without points. */
  area: Box
  points: readonly LatLon[]
}

/** Half of a large mark with its label, map pixels. */
const MARK_PX = 22
/** A single storm is shown with its surroundings. */
const CLOSEST_ZOOM = 6.5
/** Minimum excess of the zoom range, in levels, before a view is narrowed. */
const WIDER_BY = 0.7

/** The closest view of all points beside the cards, with as little as possible outside of area and points; without points of the area. */
export function fittedView({ area, points }: Interest, frame: Frame): View {
  if (points.length === 0) return fitView(area, frame, frame.inset)
  const middle = mercatorX(area.west) + modulo(mercatorX(area.east) - mercatorX(area.west), 1) / 2
  const xOf = (lon: number) => modulo(mercatorX(lon) - middle + 0.5, 1) - 0.5
  const xs = points.map(({ lon }) => xOf(lon))
  const ys = points.map(({ lat }) => mercatorY(lat))
  const free = freeSize(frame)
  const zoomFor = (share: number, px: number) => Math.log2(Math.max(1, px - 2 * MARK_PX) / (share * TILE_PX))
  const zoom = Math.min(
    CLOSEST_ZOOM,
    zoomFor(Math.max(...xs) - Math.min(...xs), free.width),
    zoomFor(Math.max(...ys) - Math.min(...ys), free.height),
  )
  const worldPx = TILE_PX * 2 ** zoom
  const x = within([...xs, xOf(area.west), xOf(area.east)], middleOf(xs), free.width / worldPx)
  const y = within([...ys, mercatorY(area.north), mercatorY(area.south)], middleOf(ys), free.height / worldPx)
  return offCentre({ zoom, lat: latOfMercatorY(y), lon: wrapLon((middle + x) * 360 - 180) }, frame.inset)
}

/** Whether a point with its mark is in the free part of the map. */
export function isInSight(view: View, point: LatLon, frame: Frame, marginPx = MARK_PX): boolean {
  const { x, y } = pixelOf(view, point, frame)
  const { top, right, bottom, left } = frame.inset
  return (
    x >= left + marginPx &&
    x <= frame.width - right - marginPx &&
    y >= top + marginPx &&
    y <= frame.height - bottom - marginPx
  )
}

/** Position of a point on the map, map pixels. */
export function pixelOf(view: View, { lat, lon }: LatLon, { width, height }: Frame): { x: number; y: number } {
  const worldPx = TILE_PX * 2 ** view.zoom
  const dx = modulo(mercatorX(lon) - mercatorX(view.lon) + 0.5, 1) - 0.5
  return { x: width / 2 + dx * worldPx, y: height / 2 + (mercatorY(lat) - mercatorY(view.lat)) * worldPx }
}

export interface Fit {
  view: View
  points: number
  /** Start of the view, monotonic ms. */
  sinceMs: number
  frame: Frame
}

/**
 * The fitted view at `nowMs`, given the present one: changes at once if the cards change, or if another view shows more of the
 * points beside them; narrows, returns to the whole area, or follows points that fit in no view, after `dwellMs`. Returns the same
 * object to stay.
 */
export function nextFit(fit: Fit | null, interest: Interest, frame: Frame, nowMs: number, dwellMs: number): Fit {
  const points = interest.points.length
  const make = () => ({ view: fittedView(interest, frame), points, sinceMs: nowMs, frame })
  if (fit === null || fit.frame !== frame || (fit.points === 0 && points > 0)) return make()
  const countHidden = (view: View) =>
    interest.points.filter((point) => !isInSight(view, point, frame, MARK_PX - 1)).length
  const hidden = countHidden(fit.view)
  const isDue = nowMs - fit.sinceMs >= dwellMs
  if (hidden > 0) {
    const next = make()
    return isDue || countHidden(next.view) < hidden ? next : fit
  }
  if (!isDue) return fit
  if (points === 0) return fit.points === 0 ? fit : make()
  const next = make()
  return next.view.zoom > fit.view.zoom + WIDER_BY ? next : fit
}

function freeSize({ width, height, inset }: Frame): { width: number; height: number } {
  return {
    width: Math.max(1, width - inset.left - inset.right),
    height: Math.max(1, height - inset.top - inset.bottom),
  }
}

function middleOf(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2
}

/** `at`, moved so that an interval of `length` around it stays within all `ends`; their middle if it is longer. */
function within(ends: readonly number[], at: number, length: number): number {
  const least = Math.min(...ends) + length / 2
  const most = Math.max(...ends) - length / 2
  return least > most ? middleOf(ends) : Math.max(least, Math.min(most, at))
}
