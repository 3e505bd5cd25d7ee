import type { Storm } from '../../../contract/nowcast.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import { badgeOf } from '../../../core/storms/storm-badges.ts'

/** Storms of a view always listed, by rate. */
export const BUSIEST = 5
/** New or intensifying storms listed although others have higher rates. */
const RISING = 3
const STROKES_OVER_MIN = 15
/** Minimum observed time of a rate. */
const OBSERVED_LEAST_MIN = 1

/**
 * The rate for drawing and order. If that of the last five minutes is unknown, the rate over the observed share (0 to
 * 1) of fifteen minutes: with the whole period as divisor every storm would seem to weaken during a gap.
 */
export function ratePerMin({ strokesPerMin, strokes }: Pick<Storm, 'strokesPerMin' | 'strokes'>, observed: number) {
  return strokesPerMin ?? strokes / Math.max(OBSERVED_LEAST_MIN, STROKES_OVER_MIN * observed)
}

/** Of storms that were observed alike. */
const byRate = (a: Storm, b: Storm) => ratePerMin(b, 1) - ratePerMin(a, 1)

/** The storms of a view that are listed, the busiest first: the busiest, and of the others those that are on the rise. */
export function listedStorms(storms: readonly Storm[], view: Box): { listed: Storm[]; inView: number } {
  const inView = storms.filter((storm) => isInside(view, storm)).sort(byRate)
  const isRising = (storm: Storm) => ['new', 'rising'].includes(badgeOf(storm)?.kind ?? '')
  const rising = inView.slice(BUSIEST).filter(isRising).slice(0, RISING)
  return { listed: [...inView.slice(0, BUSIEST), ...rising], inView: inView.length }
}
