import type { Random } from '../../../core/util/random.ts'

/** Draws from the distributions that storms are made of. */

/** Uniform between `min` and `max`. */
export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min)
}

/** How many of many rare things happened, `mean` being expected. */
export function poisson(random: Random, mean: number): number {
  // Past this the product below would take long and, further on, underflow; a normal is as good.
  if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian(random)))
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}

export function gaussian(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return radius * Math.cos(2 * Math.PI * random())
}

/** Log-normal about the median, kept within `min` and `max`. */
export function logNormal(random: Random, median: number, sigmaLn: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, median * Math.exp(sigmaLn * gaussian(random))))
}

/** 1, 2, …: 1 with probability `pSingle`, falling exponentially, at most `max`. */
export function geometric(random: Random, pSingle: number, max: number): number {
  const drawn = 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - pSingle))
  return Math.min(max, drawn)
}

export function geometricMean(pSingle: number, max: number): number {
  return (1 - (1 - pSingle) ** max) / pSingle
}

/** A distribution given by quantiles, [probability, value] from 0 to 1, linearly interpolated. */
export function fromQuantiles(random: Random, quantiles: readonly (readonly [number, number])[]): number {
  const p = random()
  for (let i = 1; i < quantiles.length; i++) {
    const [upTo, high] = quantiles[i]!
    if (p > upTo) continue
    const [from, low] = quantiles[i - 1]!
    return low + ((high - low) * (p - from)) / (upTo - from)
  }
  return quantiles.at(-1)![1]
}

/** The index drawn from `weights`. */
export function weighted(random: Random, weights: readonly number[]): number {
  let sum = 0
  for (const weight of weights) sum += weight
  let left = random() * sum
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!
    if (left < 0) return i
  }
  return weights.length - 1
}
