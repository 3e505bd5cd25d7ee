import { metres } from '../util/units.ts'
import type { ReportAge } from './report.ts'

export const CATEGORIES = ['vfr', 'mvfr', 'ifr', 'lifr', 'unknown'] as const
/** From best to worst; `unknown` if the report does not determine it. */
export type FlightCategory = (typeof CATEGORIES)[number]

export interface CategoryPreset {
  id: 'icao' | 'us'
  /** Limits below which it is MVFR, IFR, LIFR, metres. */
  visibilityBelowM: readonly [mvfr: number, ifr: number, lifr: number]
  ceilingBelowM: readonly [mvfr: number, ifr: number, lifr: number]
}

export const CATEGORY_PRESETS: Record<CategoryPreset['id'], CategoryPreset> = {
  icao: { id: 'icao', visibilityBelowM: [5000, 1500, 800], ceilingBelowM: [450, 150, 60] },
  // VFR is *more than* 5 statute miles and 3000 ft. Visibility limits are the metric steps that stand for 1, 3 and 5
  // miles in reports (1600, 4800, 8000 m), so that a report in metres is not a class worse than the same one in miles.
  us: { id: 'us', visibilityBelowM: [8047, 4800, 1600], ceilingBelowM: [metres(3001), metres(1000), metres(500)] },
}

export interface CategoryInput {
  visibilityM: number | null
  /** The lowest visibility, if reported beside the prevailing one. */
  visibilityMinM: number | null
  ceilingFt: number | null
  /** Whether a null ceiling means "none" rather than "not reported". */
  ceilingKnown: boolean
}

const BY_STEP = ['vfr', 'mvfr', 'ifr', 'lifr'] as const

/** The lowest reported visibility, metres; null without one. Without a prevailing one the true value may be lower. */
export function lowestVisibilityM({
  visibilityM,
  visibilityMinM,
}: Pick<CategoryInput, 'visibilityM' | 'visibilityMinM'>): number | null {
  if (visibilityM === null || visibilityMinM === null) return visibilityM ?? visibilityMinM
  return Math.min(visibilityM, visibilityMinM) // the service may have parsed a lower prevailing one
}

/** Whether no value is missing that could worsen the category. */
export function isCategoryWhole({ visibilityM, ceilingKnown }: CategoryInput): boolean {
  return visibilityM !== null && ceilingKnown
}

/**
 * The worse category of visibility and ceiling. A missing value cannot improve it, so the result is at least the
 * other's class, and unknown if that is the best one.
 */
export function flightCategory(input: CategoryInput, preset: CategoryPreset): FlightCategory {
  const metresSeen = lowestVisibilityM(input) ?? Number.POSITIVE_INFINITY
  // With an unknown ceiling a height is an upper bound.
  const ceilingM = input.ceilingFt === null ? Number.POSITIVE_INFINITY : metres(input.ceilingFt)
  const worst = Math.max(step(metresSeen, preset.visibilityBelowM), step(ceilingM, preset.ceilingBelowM))
  return worst === 0 && !isCategoryWhole(input) ? 'unknown' : BY_STEP[worst]!
}

/**
 * The category of a report as the present one: unknown once it is outdated. While no reports arrive, VFR is unknown too:
 * a worse report may be missing.
 */
export function presentCategory(
  category: FlightCategory,
  age: ReportAge | 'none',
  areReportsStale: boolean,
): FlightCategory {
  if (age === 'outdated' || age === 'none') return 'unknown'
  return areReportsStale && category === 'vfr' ? 'unknown' : category
}

/** The element that limits the category, with its value: the worse of visibility and ceiling; null if neither is limited. */
export function limitingElement(
  input: CategoryInput,
  preset: CategoryPreset,
): { kind: 'visibility'; metres: number } | { kind: 'ceiling'; feet: number } | null {
  const { ceilingFt } = input
  const visibilityM = lowestVisibilityM(input)
  const bySight = visibilityM === null ? 0 : step(visibilityM, preset.visibilityBelowM)
  const byCeiling = ceilingFt === null ? 0 : step(metres(ceilingFt), preset.ceilingBelowM)
  if (visibilityM !== null && bySight > 0 && bySight >= byCeiling) return { kind: 'visibility', metres: visibilityM }
  return ceilingFt !== null && byCeiling > 0 ? { kind: 'ceiling', feet: ceilingFt } : null
}

function step(value: number, below: CategoryPreset['visibilityBelowM']): number {
  return below.filter((limit) => value < limit).length
}
