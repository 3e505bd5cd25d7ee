import { type Box, viewBox } from '../../core/geo/geo.ts'
import { homeBox } from './home-box.ts'
import { usePage } from './page-store.ts'

/** The view of a wall, if its URL has one, else the area of interest. */
export function areaOfInterest(): Box {
  const home = usePage.getState().wall?.home
  return home ? viewBox(home, innerWidth, innerHeight) : homeBox()
}
