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
  /** The lowest visibility, where it is told beside the prevailing one. */
  visibilityMinM: number | null
  ceilingFt: number | null
  /** Whether a null ceiling means "none" rather than "not told". */
  ceilingKnown: boolean
}

const BY_STEP = ['vfr', 'mvfr', 'ifr', 'lifr'] as const

/** The lowest visibility that is told, in metres; null where none is. Where the prevailing one is not known it may be lower. */
export function lowestVisibilityM({
  visibilityM,
  visibilityMinM,
}: Pick<CategoryInput, 'visibilityM' | 'visibilityMinM'>): number | null {
  if (visibilityM === null || visibilityMinM === null) return visibilityM ?? visibilityMinM
  return Math.min(visibilityM, visibilityMinM) // the service may have read a lower prevailing one
}

/** Whether nothing is missing that could make the category worse. */
export function isCategoryWhole({ visibilityM, ceilingKnown }: CategoryInput): boolean {
  return visibilityM !== null && ceilingKnown
}

/**
 * The worse of what visibility and ceiling give. Where one of them is missing it is at least the class of the other, as
 * the missing value could not improve it, and unknown where that is the best one.
 */
export function flightCategory(input: CategoryInput, preset: CategoryPreset): FlightCategory {
  const metresSeen = lowestVisibilityM(input) ?? Number.POSITIVE_INFINITY
  // Where the ceiling is not known, a height says how high it is at most.
  const ceilingM = input.ceilingFt === null ? Number.POSITIVE_INFINITY : metres(input.ceilingFt)
  const worst = Math.max(step(metresSeen, preset.visibilityBelowM), step(ceilingM, preset.ceilingBelowM))
  return worst === 0 && !isCategoryWhole(input) ? 'unknown' : BY_STEP[worst]!
}

function step(value: number, below: CategoryPreset['visibilityBelowM']): number {
  return below.filter((limit) => value < limit).length
}
