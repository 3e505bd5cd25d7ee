import type { Storm } from '../../../../contract/nowcast.ts'
import type { Airport } from '../../../../core/airports/airport.ts'
import { type Box, isInside, type LatLon } from '../../../../core/geo/geo.ts'
import { isNearAirport } from '../storm-words.ts'

/** Share of all strokes whose storms are shown: a single weak storm far away must not shrink the others. */
const SHOWN_SHARE = 0.9
/** Margin, degrees. */
const MARGIN_DEG = 1.2

/**
 * The box of the storms within the area of interest, `home`: storms near its airports, else all; null without storms.
 * `rateOf` returns strokes a minute.
 */
export function activityBox(
  storms: readonly Storm[],
  airports: readonly Airport[],
  home: Box,
  rateOf: (storm: Storm) => number,
): Box | null {
  const inHome = storms.filter((storm) => isInside(home, storm))
  const domestic = inHome.filter((storm) => isNearAirport(storm, airports))
  const counted = domestic.length > 0 ? domestic : inHome
  const busiestFirst = counted.toSorted((a, b) => rateOf(b) - rateOf(a))
  const wanted = SHOWN_SHARE * counted.reduce((sum, storm) => sum + rateOf(storm), 0)
  let sum = 0
  const shown = busiestFirst.filter((storm) => {
    const isWanted = sum < wanted
    sum += rateOf(storm)
    return isWanted
  })
  return boxAround(shown)
}

/** The box of places, with a margin; null without places. */
export function boxAround(places: readonly LatLon[]): Box | null {
  if (places.length === 0) return null
  const lats = places.map(({ lat }) => lat)
  const lons = places.map(({ lon }) => lon)
  return {
    west: Math.min(...lons) - MARGIN_DEG,
    east: Math.max(...lons) + MARGIN_DEG,
    south: Math.max(-85, Math.min(...lats) - MARGIN_DEG),
    north: Math.min(85, Math.max(...lats) + MARGIN_DEG),
  }
}
