/** What a series of amounts, such as rain by the hour, comes to. */
export interface AmountSummary {
  total: number
  /** Steps with a value, and all steps. */
  known: number
  steps: number
}

export function summariseAmounts(values: readonly (number | null)[]): AmountSummary {
  const known = values.filter((value) => value !== null)
  // Added up in tenths, so that sums show no rounding errors of binary fractions.
  const total = Math.round(known.reduce((sum, value) => sum + value, 0) * 1000) / 1000
  return { total, known: known.length, steps: values.length }
}
