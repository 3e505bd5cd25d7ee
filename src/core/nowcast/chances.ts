import { type Chances, HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { PlaceShape } from '../places/place.ts'
import type { Drift } from './drifts.ts'
import { evidence, logistic, type Weights } from './logistic.ts'
import { FEATURE_COUNT, placeFeatures } from './place-features.ts'

/** What probabilities are computed by: for each radius, from the smallest up, the weights of each horizon. */
export interface ChanceModel {
  rings: readonly { ringKm: number; weights: readonly Weights[] }[]
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

/** Reckons the evidence for a strike within a ring of a place, for each horizon; null where nothing struck within reach. */
export function createEvidence(model: ChanceModel) {
  const features = new Float64Array(HORIZONS_MIN.length * FEATURE_COUNT)
  return (shape: PlaceShape, ringKm: number, drifts: readonly Drift[]): Float64Array | null => {
    if (!placeFeatures(shape, ringKm, drifts, features)) return null
    return Float64Array.from(HORIZONS_MIN, (_, h) =>
      evidenceOf(model, ringKm, h, features.subarray(h * FEATURE_COUNT, (h + 1) * FEATURE_COUNT)),
    )
  }
}

/** The probabilities of evidence, once it is put right by an offset for each horizon. */
export function chancesOf(found: ArrayLike<number> | null, offsets: readonly number[]): Chances {
  if (!found) return CALM_CHANCES
  const chances = { ...CALM_CHANCES }
  let least = 0
  HORIZONS_MIN.forEach((minutes, h) => {
    // What may strike within ten minutes may strike within an hour.
    least = Math.max(least, logistic(found[h]! + offsets[h]!))
    chances[`${minutes}`] = Math.round(least * 1e4) / 1e4
  })
  return chances
}

/** Between two radii that the model knows, the evidence is between that of the two. */
function evidenceOf({ rings }: ChanceModel, ringKm: number, horizon: number, features: Float64Array): number {
  const of = (i: number) => evidence(rings[i]!.weights[horizon]!, features)
  const above = rings.findIndex((ring) => ring.ringKm >= ringKm)
  if (above === 0) return of(0)
  if (above === -1) return of(rings.length - 1)
  const [low, high] = [rings[above - 1]!.ringKm, rings[above]!.ringKm]
  const share = Math.log(ringKm / low) / Math.log(high / low)
  return share >= 1 ? of(above) : (1 - share) * of(above - 1) + share * of(above)
}
