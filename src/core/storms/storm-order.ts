import type { Storm } from '../../contract/nowcast.ts'
import { type Box, isInside, type LatLon } from '../geo/geo.ts'
import { nearestWithin } from '../geo/nearest-within.ts'
import { ratePerMin } from './storm-rate.ts'

/** The area of interest, and the listed airports: a storm of the area near one of them is domestic. */
export interface StormInterest {
  area: Box
  airports: readonly LatLon[]
}

const AIRPORT_KM = 150
/** Share of strokes whose storms are shown, so that a few distant strokes do not shrink the view. */
const SHOWN_SHARE = 0.9

interface Ranked {
  storm: Storm
  /** 0 domestic, 1 elsewhere in the area, 2 outside. */
  rank: number
  perMin: number
}

/**
 * The order of storms on every screen: domestic ones, others of the area, and the rest, each by strokes a minute.
 * `observed`: share of fifteen minutes with data, 0 to 1.
 */
export function busiestFirst(storms: readonly Storm[], observed: number, interest: StormInterest): Storm[] {
  return ranked(storms, observed, interest).map(({ storm }) => storm)
}

/** The domestic storms, or those of the area if there are none: the busiest, with 90 % of their strokes a minute. */
export function activityOf(storms: readonly Storm[], observed: number, interest: StormInterest): Storm[] {
  const ordered = ranked(storms, observed, interest)
  const counted = ordered.filter(({ rank }) => rank < 2 && rank === ordered[0]!.rank)
  const wanted = SHOWN_SHARE * counted.reduce((sum, { perMin }) => sum + perMin, 0)
  let sum = 0
  return counted.flatMap(({ storm, perMin }) => {
    const isShown = sum < wanted
    sum += perMin
    return isShown ? [storm] : []
  })
}

function ranked(storms: readonly Storm[], observed: number, { area, airports }: StormInterest): Ranked[] {
  return storms
    .map((storm) => {
      const isDomestic = isInside(area, storm) && nearestWithin(airports, storm, AIRPORT_KM) !== null
      const rank = isDomestic ? 0 : isInside(area, storm) ? 1 : 2
      return { storm, rank, perMin: ratePerMin(storm, observed) }
    })
    .sort((a, b) => a.rank - b.rank || b.perMin - a.perMin)
}
