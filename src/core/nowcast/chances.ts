import { type Chances, HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { PlaceShape } from '../places/place.ts'
import type { PackedDrifts } from './drifts.ts'
import type { Learned } from './live-calibration.ts'
import { evidence, logistic, type Weights } from './logistic.ts'
import type { OwnCalibration } from './own-calibration.ts'
import { BASE_COUNT, deriveFeatures, FEATURE_COUNT, placeFeatures } from './place-features.ts'

/** What probabilities are computed by: for each radius, from the smallest up, the weights of each horizon. */
export interface ChanceModel {
  rings: readonly {
    ringKm: number
    weights: readonly Weights[]
    /** By horizon, the highest of each base feature that the weights were fitted on: beyond it they say nothing. */
    most: readonly (readonly number[])[]
    /** By horizon, what storms that the weights were not fitted on have shown of such evidence. */
    calibration: readonly Recalibration[]
  }[]
}

/** Evidence z becomes `offset + slope · z`, and above even odds `bend · z` more. */
export interface Recalibration {
  offset: number
  slope: number
  bend: number
}

/** Where nothing struck within reach, a storm may still begin; about so often it does, whatever the horizon. */
const OUT_OF_NOWHERE = 0.001
/** What is told where nothing struck within reach. */
export const CALM_CHANCES: Chances = {
  '10': OUT_OF_NOWHERE,
  '15': OUT_OF_NOWHERE,
  '30': OUT_OF_NOWHERE,
  '60': OUT_OF_NOWHERE,
}
export const UNKNOWN_CHANCES: Chances = { '10': null, '15': null, '30': null, '60': null }
const AS_SHIPPED = { slope: 1, offset: 0 }

/**
 * Reckons the evidence for a strike within rings of a place, for each ring by horizon; null where nothing struck within
 * reach.
 */
export function createEvidence(model: ChanceModel) {
  const perRing = HORIZONS_MIN.length * FEATURE_COUNT
  let features = new Float64Array(perRing)
  return (shape: PlaceShape, ringsKm: readonly number[], drifts: readonly PackedDrifts[]): Float64Array[] | null => {
    if (features.length < ringsKm.length * perRing) features = new Float64Array(ringsKm.length * perRing)
    if (!placeFeatures(shape, ringsKm, drifts, features)) return null
    return ringsKm.map((ringKm, r) => {
      const found = new Float64Array(HORIZONS_MIN.length)
      for (let h = 0; h < found.length; h++)
        found[h] = evidenceOf(model, ringKm, h, features, r * perRing + h * FEATURE_COUNT)
      return found
    })
  }
}

/** The probabilities of evidence, once it is put right by what the last hours taught, and by this server's own history. */
export function chancesOf(
  found: ArrayLike<number> | null,
  learned: readonly Learned[],
  own: OwnCalibration | null = null,
): Chances {
  if (!found) return CALM_CHANCES
  const chances = { ...CALM_CHANCES }
  let least = 0
  HORIZONS_MIN.forEach((minutes, h) => {
    // What may strike within ten minutes may strike within an hour.
    const { slope, offset } = own?.horizons[h] ?? AS_SHIPPED
    const now = learned[h]!.offset + (1 + learned[h]!.steeper) * found[h]!
    least = Math.max(least, logistic(slope * now + offset))
    chances[`${minutes}`] = Math.round(least * 1e4) / 1e4
  })
  return chances
}

/** By the features from `from` on. Between two radii that the model knows, the evidence is between that of the two. */
function evidenceOf(
  { rings }: ChanceModel,
  ringKm: number,
  horizon: number,
  features: Float64Array,
  from: number,
): number {
  const of = (i: number) => {
    const { weights, most, calibration } = rings[i]!
    const found = evidence(weights[horizon]!, withinFitted(features, from, most[horizon]!))
    return recalibrated(found, calibration[horizon]!)
  }
  const above = rings.findIndex((ring) => ring.ringKm >= ringKm)
  if (above === -1) return of(rings.length - 1)
  if (above === 0 || rings[above]!.ringKm === ringKm) return of(above)
  const [low, high] = [rings[above - 1]!.ringKm, rings[above]!.ringKm]
  const share = Math.log(ringKm / low) / Math.log(high / low)
  return (1 - share) * of(above - 1) + share * of(above)
}

export function recalibrated(found: number, { offset, slope, bend }: Recalibration): number {
  return offset + slope * found + (found > 0 ? bend * found : 0)
}

const fitted = new Float64Array(FEATURE_COUNT)

/** The features from `from` on, none of them beyond what the weights know. Overwritten by the next. */
function withinFitted(features: Float64Array, from: number, most: readonly number[]): Float64Array {
  for (let i = 0; i < BASE_COUNT; i++) fitted[i] = Math.min(features[from + i]!, most[i]!)
  deriveFeatures(fitted, 0)
  return fitted
}
