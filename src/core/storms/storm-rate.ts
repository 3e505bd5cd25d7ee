import type { Storm } from '../../contract/nowcast.ts'

const STROKES_OVER_MIN = 15
/** Minimum observed time of a rate. */
const OBSERVED_LEAST_MIN = 1

/**
 * The rate for drawing and order, strokes a minute, never shown as a number. If that of the last five minutes is unknown,
 * the rate over the observed share (0 to 1) of fifteen minutes: with the whole period as divisor every storm would seem
 * to weaken during a gap.
 */
export function ratePerMin(
  { strokesPerMin, strokes }: Pick<Storm, 'strokesPerMin' | 'strokes'>,
  observed: number,
): number {
  return strokesPerMin ?? strokes / Math.max(OBSERVED_LEAST_MIN, STROKES_OVER_MIN * observed)
}
