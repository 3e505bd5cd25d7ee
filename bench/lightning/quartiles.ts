export interface Quartiles {
  lower: number
  median: number
  upper: number
}

/** The median of the values, and of each half; interpolated between two values. */
export function quartilesOf(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b)
  return { lower: at(sorted, 0.25), median: at(sorted, 0.5), upper: at(sorted, 0.75) }
}

/** Standard error of the median of this many values, from their quartiles: for random variation. */
export function errorOfMedian({ lower, upper }: Quartiles, count: number): number {
  return (0.93 * (upper - lower)) / Math.sqrt(count)
}

function at(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const from = sorted[below] ?? Number.NaN
  return from + ((sorted[below + 1] ?? from) - from) * (place - below)
}
