/** Margin above and below the values, as a share of their range. */
const MARGIN = 0.08

/**
 * The ends of a value axis: slightly beyond the extremes, except at fixed ends. It crosses zero only if values do: an
 * axis down to -1 would suggest negative soil moisture.
 */
export function valueRange(low: number | null, high: number | null, min?: number, max?: number): [number, number] {
  const bottom = min ?? low ?? 0
  const top = max ?? high ?? 1
  const span = top - bottom
  const margin = span < 1e-9 ? Math.min(1, Math.abs(top) || 1) : span * MARGIN
  const isFlatNought = span < 1e-9 && top === 0
  const below = bottom >= 0 ? Math.max(0, bottom - margin) : bottom - margin
  const above = top <= 0 && !isFlatNought ? Math.min(0, top + margin) : top + margin
  return [min ?? below, max ?? above]
}
