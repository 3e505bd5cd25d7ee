/** Probability from features by logistic regression. */

/** The weights of the features, the constant first. */
export type Weights = readonly number[]

export function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z))
}

export function evidence(weights: Weights, features: ArrayLike<number>): number {
  let z = weights[0]!
  for (let i = 1; i < weights.length; i++) z += weights[i]! * features[i - 1]!
  return z
}

const ROUNDS_MAX = 40
const CONVERGED = 1e-7

/**
 * Fits the weights by Newton's method. `ridge` keeps weights with little data near 0. `features` has the rows one after
 * the other; `happened` has 0 or 1 for each row, `counts` its weight.
 */
export function fitLogistic(
  features: ArrayLike<number>,
  width: number,
  happened: ArrayLike<number>,
  counts: ArrayLike<number>,
  ridge: number,
): number[] {
  const size = width + 1
  const weights = new Array<number>(size).fill(0)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const slope = Float64Array.from(weights, (weight, i) => (i === 0 ? 0 : -ridge * weight))
    const curves = new Float64Array(size * size)
    const row = new Float64Array(size)
    row[0] = 1
    for (let at = 0; at < happened.length; at++) {
      let z = weights[0]!
      for (let i = 0; i < width; i++) {
        row[i + 1] = features[at * width + i]!
        z += weights[i + 1]! * row[i + 1]!
      }
      const p = logistic(z)
      const off = counts[at]! * (happened[at]! - p)
      const curve = counts[at]! * Math.max(1e-9, p * (1 - p))
      for (let i = 0; i < size; i++) {
        slope[i]! += off * row[i]!
        const part = curve * row[i]!
        // The lower half: the matrix is symmetric.
        for (let j = 0; j <= i; j++) curves[i * size + j]! += part * row[j]!
      }
    }
    const bend = weights.map((_, i) =>
      weights.map((_, j) => curves[Math.max(i, j) * size + Math.min(i, j)]! + (i === j ? (i === 0 ? 1e-9 : ridge) : 0)),
    )
    const step = solve(bend, [...slope])
    for (let i = 0; i < size; i++) weights[i]! += step[i]!
    if (Math.max(...step.map(Math.abs)) < CONVERGED) break
  }
  return weights
}

/** Solves `matrix · x = right` by elimination; both are overwritten. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  for (let i = 0; i < size; i++) {
    let pivot = i
    for (let row = i + 1; row < size; row++) if (Math.abs(matrix[row]![i]!) > Math.abs(matrix[pivot]![i]!)) pivot = row
    ;[matrix[i], matrix[pivot]] = [matrix[pivot]!, matrix[i]!]
    ;[right[i], right[pivot]] = [right[pivot]!, right[i]!]
    for (let row = i + 1; row < size; row++) {
      const factor = matrix[row]![i]! / matrix[i]![i]!
      for (let column = i; column < size; column++) matrix[row]![column]! -= factor * matrix[i]![column]!
      right[row]! -= factor * right[i]!
    }
  }
  const x = new Array<number>(size).fill(0)
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i]!
    for (let column = i + 1; column < size; column++) sum -= matrix[i]![column]! * x[column]!
    x[i] = sum / matrix[i]![i]!
  }
  return x
}
