/** Zoom at which an airport is distinguishable, with the weather around it. */
export const ZOOM_TO_AIRPORT = 8
/** Closer than this the weather around an airport is out of sight. */
const ZOOM_CLOSEST = 13

/** Target zoom for an airport: zooms in from afar, and never out. */
export function zoomToAirport(zoom: number): number {
  return Math.min(Math.max(zoom, ZOOM_TO_AIRPORT), ZOOM_CLOSEST)
}
