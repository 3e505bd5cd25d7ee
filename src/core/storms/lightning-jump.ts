import type { StormCell } from './storm-cells.ts'

/**
 * The 2σ lightning jump of Schultz et al. (2009, doi:10.1175/2009JAMC2237.1): the rate of two minutes rises by more than twice the
 * standard deviation of its changes in the ten minutes before, from ten flashes a minute on.
 */
const SIGMAS = 2
const PERIOD_MIN = 2
const PERIODS = 7
const FLASHES_PER_MIN_LEAST = 10
/** A flash has about three strokes. */
const FLASH_STROKES = 3

/** Whether the rate jumps in the latest two minutes: the strokes a minute before and now; else null. */
export function jumpIn({ perMinute }: Pick<StormCell, 'perMinute'>): { fromPerMin: number; toPerMin: number } | null {
  const rates = Array.from({ length: PERIODS }, (_, period) => {
    return (perMinute[period * PERIOD_MIN]! + perMinute[period * PERIOD_MIN + 1]!) / PERIOD_MIN
  })
  const [toPerMin, fromPerMin] = rates as [number, number]
  if (toPerMin < FLASHES_PER_MIN_LEAST * FLASH_STROKES) return null
  const [change, ...before] = rates.slice(0, -1).map((rate, period) => rate - rates[period + 1]!)
  const mean = before.reduce((sum, each) => sum + each, 0) / before.length
  const variance = before.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (before.length - 1)
  return change! > SIGMAS * Math.sqrt(variance) ? { fromPerMin, toPerMin } : null
}
