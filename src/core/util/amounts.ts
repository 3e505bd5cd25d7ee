/** Summary of a series of amounts, such as hourly rain. */
export interface AmountSummary {
  total: number
  /** Number of known steps, and of all steps. */
  known: number
  steps: number
}

export function summariseAmounts(values: readonly (number | null)[]): AmountSummary {
  const known = values.filter((value) => value !== null)
  // Summed in tenths, to avoid visible binary rounding errors.
  const total = Math.round(known.reduce((sum, value) => sum + value, 0) * 1000) / 1000
  return { total, known: known.length, steps: values.length }
}
