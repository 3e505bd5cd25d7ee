import stormParams from '../../../../data/storm-params.json' with { type: 'json' }
import { RAD } from '../../../core/geo/geo.ts'
import { firstIndex } from '../../../core/util/first-index.ts'
import { type Random, seededRandom } from '../../../core/util/random.ts'
import { type LiveCell, offset } from './storms-cell.ts'
import { gaussian, geometric, geometricMean, logNormal, poisson } from './storms-random.ts'

/** One discharge to the ground that the network saw. */
export interface Stroke {
  /** Since the requested Unix second, in quanta of the wire's `time` (100 ns); may run past that second's end. */
  quanta: number
  lat: number
  lon: number
  polarity: -1 | 1
  /** Few stations around. */
  sparse: boolean
}

export const TIME_QUANTUM_NS = stormParams.record.time_quantum_ns
export const QUANTA_PER_SECOND = 1e9 / TIME_QUANTUM_NS
const QUANTA_PER_MS = QUANTA_PER_SECOND / 1_000
/** Maximum duration of a flash: the network would split a longer one. */
export const FLASH_MAX_MS = 2_000

const { flash } = stormParams
const DETECTION = flash.network_stroke_detection.value
const NEGATIVE = {
  pSingle: flash.negative_multiplicity.p_single,
  max: flash.negative_multiplicity.max,
  betweenMs: flash.interstroke_ms.negative_gm,
}
const POSITIVE = { pSingle: flash.positive_multiplicity.p_single, max: 5, betweenMs: flash.interstroke_ms.positive_gm }
const NEGATIVE_MEAN = geometricMean(NEGATIVE.pSingle, NEGATIVE.max)
const POSITIVE_MEAN = geometricMean(POSITIVE.pSingle, POSITIVE.max)
// Spreads about three quarters of the new ground points over the range that was measured.
const TERMINATION_SIGMA_LN = 0.7

/** Strokes of the flashes that begin in a Unix second, a function of seed and cells of that second alone. */
export function strokesOf(seed: number, cells: readonly LiveCell[], second: number): Stroke[] {
  const upTo: number[] = []
  let flashesPerSecond = 0
  for (const cell of cells) {
    flashesPerSecond += cell.strokesPerSecond / strokesPerFlash(cell.positiveShare)
    upTo.push(flashesPerSecond)
  }
  if (flashesPerSecond === 0) return []
  const random = seededRandom(`${seed}.flashes.${second}`)
  const strokes: Stroke[] = []
  for (let left = poisson(random, flashesPerSecond); left > 0; left--) {
    const cell = cells[firstAbove(upTo, random() * flashesPerSecond)]!
    addFlash(random, cell, strokes)
  }
  return strokes
}

/** Detected strokes of a flash on average, where `positiveShare` of the strokes is positive. */
function strokesPerFlash(positiveShare: number): number {
  const positive = positiveFlashes(positiveShare)
  return DETECTION * (positive * POSITIVE_MEAN + (1 - positive) * NEGATIVE_MEAN)
}

/** Positive flashes have fewer strokes, so more of the flashes than of the strokes are positive. */
function positiveFlashes(positiveShare: number): number {
  const positive = positiveShare * NEGATIVE_MEAN
  return positive / (positive + (1 - positiveShare) * POSITIVE_MEAN)
}

function addFlash(random: Random, cell: LiveCell, strokes: Stroke[]): void {
  const polarity = random() < positiveFlashes(cell.positiveShare) ? 1 : -1
  const kind = polarity === 1 ? POSITIVE : NEGATIVE
  const northKm = cell.sigmaKm * gaussian(random)
  const eastKm = cell.sigmaKm * gaussian(random)
  let place = offset(cell.lat, cell.lon, Math.atan2(eastKm, northKm) / RAD, Math.hypot(northKm, eastKm))
  const beginMs = random() * 1_000
  let ms = beginMs
  for (let left = geometric(random, kind.pSingle, kind.max); left > 0; left--) {
    if (random() < DETECTION) {
      strokes.push({ quanta: Math.floor(ms * QUANTA_PER_MS), ...place, polarity, sparse: cell.sparse })
    }
    ms += logNormal(
      random,
      kind.betweenMs,
      flash.interstroke_ms.sigma_ln,
      flash.interstroke_ms.min,
      flash.interstroke_ms.max,
    )
    if (ms > beginMs + FLASH_MAX_MS) return
    if (random() < flash.new_termination_p) {
      const { gm, min, max } = flash.termination_spacing_km
      const km = logNormal(random, gm, TERMINATION_SIGMA_LN, min, max)
      place = offset(place.lat, place.lon, random() * 360, km)
    }
  }
}

/** Index of the first of the rising `sums` that is above `value`. */
function firstAbove(sums: readonly number[], value: number): number {
  return firstIndex(sums.length - 1, (index) => sums[index]! > value)
}
