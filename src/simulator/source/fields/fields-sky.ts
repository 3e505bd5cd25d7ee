import { clamp, ramp } from './fields-noise.ts'
import type { StormEffect } from './fields-storms.ts'

export interface SkyLayer {
  /** Share of the sky it covers, 0 to 1. */
  amount: number
  /** Metres above the ground. */
  baseM: number
  kind: 'stratus' | 'cumulus' | 'towering' | 'cumulonimbus' | 'middle' | 'high'
}

/** A storm this near shows its anvil and its towers. */
const STORM_SEEN_KM = 20

/** The layers of the sky, lowest first. */
export function skyLayers(sky: {
  /** -1 to 1, less in dry country. */
  wet: number
  /** Temperature less dew point. */
  spreadC: number
  /** Rain that no storm makes, mm/h. */
  steadyRain: number
  sun: number
  summer: number
  effect: StormEffect
  low: number
  high: number
}): SkyLayer[] {
  const layers: SkyLayer[] = []
  const condensationM = 118 * sky.spreadC
  const raining = Math.min(1, sky.steadyRain / 1.2)

  const stratus = Math.max(ramp(0.02, 0.34, sky.wet + 0.18 * sky.low), 0.75 * raining)
  if (stratus > 0.06) {
    const baseM = clamp(60, 2_600, condensationM * 0.8 + 260 + 300 * sky.low - 60 * raining)
    layers.push({ amount: stratus, baseM, kind: 'stratus' })
  } else {
    // Fair-weather cumulus grows on a warm day.
    const cumulus = ramp(0.1, 0.8, sky.sun) * ramp(-0.3, 0.6, sky.summer) * ramp(-0.5, 0.1, sky.wet) * 0.4
    if (cumulus > 0.06) {
      const kind = cumulus > 0.32 && sky.low > 0.45 ? 'towering' : 'cumulus'
      layers.push({ amount: cumulus, baseM: clamp(450, 2_800, condensationM + 120 * sky.low), kind })
    }
  }

  if (sky.effect.thunderKm <= STORM_SEEN_KM) {
    const amount = clamp(0.15, 0.85, 0.2 + 0.5 * sky.effect.core + 0.2 * sky.effect.outflow)
    const baseM = clamp(450, 1_500, 620 + condensationM * 0.6 - 160 * sky.effect.core)
    layers.push({ amount, baseM, kind: 'cumulonimbus' })
    const shelf = ramp(0.35, 0.9, sky.effect.core)
    if (shelf > 0.3) layers.push({ amount: 0.85, baseM: baseM + 450, kind: 'stratus' })
  }

  const middle = ramp(-0.12, 0.4, sky.wet + 0.25 * sky.high) * 0.95 + 0.4 * sky.effect.outflow
  if (middle > 0.08) layers.push({ amount: Math.min(1, middle), baseM: 3_000 + 900 * sky.high, kind: 'middle' })
  const high = ramp(-0.35, 0.5, sky.high + 0.3 * sky.wet) * 0.8
  if (high > 0.1) layers.push({ amount: high, baseM: 7_200 + 1_200 * sky.low, kind: 'high' })
  return layers.sort((a, b) => a.baseM - b.baseM)
}
