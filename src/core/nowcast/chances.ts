import { type Chances, HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { heldOrMade } from '../util/held-or-made.ts'
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
/** Probabilities by horizon, 0 to 1; null where they are not known. Of tens of thousands of rings a minute, rows are a tenth of the work. */
export type ChanceRow = readonly number[] | null
const CALM_ROW: readonly number[] = HORIZONS_MIN.map(() => OUT_OF_NOWHERE)
const AS_SHIPPED = { slope: 1, offset: 0 }

/**
 * Reckons the evidence for a strike within rings of a place, for each ring by horizon; null where nothing struck within
 * reach.
 */
export function createEvidence(model: ChanceModel) {
  const perRing = HORIZONS_MIN.length * FEATURE_COUNT
  let features = new Float64Array(perRing)
  const between = new Map<number, Between>()
  return (shape: PlaceShape, ringsKm: readonly number[], drifts: readonly PackedDrifts[]): number[][] | null => {
    if (features.length < ringsKm.length * perRing) features = new Float64Array(ringsKm.length * perRing)
    if (!placeFeatures(shape, ringsKm, drifts, features)) return null
    return ringsKm.map((ringKm, r) => {
      const known = heldOrMade(between, ringKm, () => betweenOf(model, ringKm))
      return HORIZONS_MIN.map((_, h) => evidenceOf(known, h, features, r * perRing + h * FEATURE_COUNT))
    })
  }
}

/** The probabilities of evidence, once it is put right by what the last hours taught, and by this server's own history. */
export function chancesOf(
  found: ArrayLike<number> | null,
  learned: readonly Learned[],
  own: OwnCalibration | null = null,
): readonly number[] {
  if (!found) return CALM_ROW
  const row = [0, 0, 0, 0]
  let least = 0
  for (let h = 0; h < row.length; h++) {
    // What may strike within ten minutes may strike within an hour.
    const { slope, offset } = own?.horizons[h] ?? AS_SHIPPED
    const now = learned[h]!.offset + (1 + learned[h]!.steeper) * found[h]!
    least = Math.max(least, logistic(slope * now + offset))
    row[h] = Math.round(least * 1e4) / 1e4
  }
  return row
}

/** A row as it is told. */
export function toldChances(row: ChanceRow): Chances {
  if (!row) return UNKNOWN_CHANCES
  return { '10': row[0]!, '15': row[1]!, '30': row[2]!, '60': row[3]! }
}

type RingModel = ChanceModel['rings'][number]

/** The two radii that the model knows between which another lies, and how far towards the larger one. */
interface Between {
  low: RingModel
  high: RingModel
  share: number
}

function betweenOf({ rings }: ChanceModel, ringKm: number): Between {
  const above = rings.findIndex((ring) => ring.ringKm >= ringKm)
  const high = rings.at(above)!
  if (above <= 0 || high.ringKm === ringKm) return { low: high, high, share: 1 }
  const low = rings[above - 1]!
  return { low, high, share: Math.log(ringKm / low.ringKm) / Math.log(high.ringKm / low.ringKm) }
}

/** By the features from `from` on. Between two radii that the model knows, the evidence is between that of the two. */
function evidenceOf({ low, high, share }: Between, horizon: number, features: Float64Array, from: number): number {
  const above = evidenceBy(high, horizon, features, from)
  return low === high ? above : (1 - share) * evidenceBy(low, horizon, features, from) + share * above
}

function evidenceBy(
  { weights, most, calibration }: RingModel,
  h: number,
  features: Float64Array,
  from: number,
): number {
  return recalibrated(evidence(weights[h]!, withinFitted(features, from, most[h]!)), calibration[h]!)
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
