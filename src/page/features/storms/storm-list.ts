import { STORMS_SERVED_MAX, type Storm } from '../../../contract/nowcast.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import { badgeOf } from '../../../core/storms/storm-badges.ts'

/** Storms of a view always listed, by rate. */
export const BUSIEST = 5
/** New or intensifying storms listed although others have higher rates. */
const RISING = 3

/** The storms of a view that are listed, in their order: the first ones, and of the others those that are on the rise. */
export function listedStorms(storms: readonly Storm[], view: Box): { listed: Storm[]; inView: number } {
  const inView = storms.filter((storm) => isInside(view, storm))
  const isRising = (storm: Storm) => ['new', 'rising'].includes(badgeOf(storm)?.kind ?? '')
  const rising = inView.slice(BUSIEST).filter(isRising).slice(0, RISING)
  return { listed: [...inView.slice(0, BUSIEST), ...rising], inView: inView.length }
}

/** A number of all storms, or of their strokes: a lower bound if the server may have left out storms. */
export function ofServedStorms(storms: readonly Storm[], text: string): string {
  return storms.length < STORMS_SERVED_MAX ? text : `≥\u00a0${text}`
}
