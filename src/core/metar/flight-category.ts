import { metres } from '../util/units.ts'

export const CATEGORIES = ['vfr', 'mvfr', 'ifr', 'lifr', 'unknown'] as const
/** From the best to the worst; `unknown` where the report leaves it open. */
export type FlightCategory = (typeof CATEGORIES)[number]

export interface CategoryPreset {
  id: 'icao' | 'us'
  /** Below these, in metres, it is MVFR, IFR, LIFR. */
  visibilityBelowM: readonly [mvfr: number, ifr: number, lifr: number]
  ceilingBelowM: readonly [mvfr: number, ifr: number, lifr: number]
}

export const CATEGORY_PRESETS: Record<CategoryPreset['id'], CategoryPreset> = {
  icao: { id: 'icao', visibilityBelowM: [5000, 1500, 800], ceilingBelowM: [450, 150, 60] },
  // VFR is *more than* 5 statute miles and 3000 ft. The visibility steps are the metric ones that stand for 1, 3 and 5
  // miles in reports (1600, 4800, 8000 m), so that a report in metres is not a class worse than the same one in miles.
  us: { id: 'us', visibilityBelowM: [8047, 4800, 1600], ceilingBelowM: [metres(3001), metres(1000), metres(500)] },
}

export interface CategoryInput {
  visibilityM: number | null
  ceilingFt: number | null
  /** Whether a null ceiling means "none" rather than "not told". */
  ceilingKnown: boolean
}

const BY_STEP = ['vfr', 'mvfr', 'ifr', 'lifr'] as const

/**
 * The worse of what visibility and ceiling give. Where one of them is missing the class is unknown, but for the worst
 * one: what is missing could not lift it.
 */
export function flightCategory(input: CategoryInput, preset: CategoryPreset): FlightCategory {
  const byVisibility = input.visibilityM === null ? null : step(input.visibilityM, preset.visibilityBelowM)
  const ceilingM = input.ceilingFt === null ? Number.POSITIVE_INFINITY : metres(input.ceilingFt)
  // Where the ceiling is not known, a height says how high it is at most.
  const worst = Math.max(byVisibility ?? 0, step(ceilingM, preset.ceilingBelowM))
  if (worst === BY_STEP.length - 1) return 'lifr'
  return byVisibility === null || !input.ceilingKnown ? 'unknown' : BY_STEP[worst]!
}

function step(value: number, below: CategoryPreset['visibilityBelowM']): number {
  return below.filter((limit) => value < limit).length
}
