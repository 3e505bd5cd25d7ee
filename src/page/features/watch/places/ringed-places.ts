import type { ShapedPlace } from '../../../live/places/place-store.ts'
import type { View } from '../../../state/view.ts'

/** Rings are drawn from here on. */
const FROM_ZOOM = 7
/** Rings of more places overlap too much to be told apart. */
const RINGED_MAX = 24
/** How far beyond the middle of the view rings are drawn, in widths of a tile. */
const VIEW_TILES = 3

/** The places whose rings are drawn: those in view, or, if too many, the pinned ones; and the selected one. */
export function ringedPlaces(
  places: readonly ShapedPlace[],
  { zoom, lat, lon }: Pick<View, 'zoom' | 'lat' | 'lon'>,
  { selected, watched }: { selected: string; watched: readonly string[] },
): ShapedPlace[] {
  const reachDeg = (360 / 2 ** zoom) * VIEW_TILES
  const isAbout = ({ shape: { middle } }: ShapedPlace) =>
    zoom >= FROM_ZOOM && Math.abs(middle.lat - lat) < reachDeg && Math.abs(middle.lon - lon) < reachDeg
  const about = places.filter(isAbout)
  const isTooMany = about.length > RINGED_MAX
  const ringed = isTooMany ? about.filter(({ id }) => watched.includes(id)).slice(0, RINGED_MAX) : about
  const chosen = places.find(({ id }) => id === selected)
  return chosen && !ringed.includes(chosen) ? [...ringed, chosen] : ringed
}
