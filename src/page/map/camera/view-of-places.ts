import type { LatLon } from '../../../core/geo/geo.ts'
import type { View } from '../../state/view.ts'
import { fittedView } from './home-view.ts'

/** Margin around places, degrees. */
const MARGIN_DEG = 1.2

/** All of some places with a margin, in what panels leave free; null without places. */
export function viewOfPlaces(places: readonly LatLon[]): View | null {
  if (places.length === 0) return null
  const lats = places.map(({ lat }) => lat)
  const lons = places.map(({ lon }) => lon)
  return fittedView({
    west: Math.min(...lons) - MARGIN_DEG,
    east: Math.max(...lons) + MARGIN_DEG,
    south: Math.max(-85, Math.min(...lats) - MARGIN_DEG),
    north: Math.min(85, Math.max(...lats) + MARGIN_DEG),
  })
}
