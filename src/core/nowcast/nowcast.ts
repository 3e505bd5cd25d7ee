import type { Arrival, Storm } from '../../contract/nowcast.ts'
import type { LatLon } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { shapeOf } from '../places/place-shape.ts'
import type { Observed } from '../storms/storm-cells.ts'
import { StormFinder } from '../storms/storm-finder.ts'
import type { Polarity } from '../strikes/strike.ts'
import { resultOf } from '../util/steps.ts'
import { arrivingStorm, type NextStorm, nextStorm, stormsInReach } from './arriving-storm.ts'
import { type DriftIndex, driftsInSteps, indexDrifts } from './drifts.ts'
import {
  arrivalOf,
  CALM_ROW,
  type ChanceRow,
  calibrated,
  chanceRow,
  createFirstStrikes,
  type Distribution,
  type FirstStrike,
  type FirstStrikeModel,
  isCalm,
  isInProgress,
} from './first-strike.ts'
import { type GuardedRing, reachOf } from './guarded-ring.ts'
import type { OwnCalibration } from './own-calibration.ts'
import { isOutOfReach } from './place-features.ts'
import { RegionalMotion } from './regional-motion.ts'

export interface RingOutlook {
  chances: ChanceRow
  /** The same without calibration on this server's own history. */
  shipped: ChanceRow
  /** Whether a strike occurred within the last ten minutes. */
  inProgress: boolean
  /** Null if a storm is in progress, if none is likely within the hour, and if probabilities are unknown. */
  arrival: Arrival | null
  /** The storm that arrives, or is in progress; null if there is none. */
  stormId: number | null
  /** While in progress: the next storm; null if none is known. */
  next: NextStorm | null
}

export interface Outlook {
  atMs: number
  /** Whether enough of the last ten minutes was observed for a probability. */
  isWatched: boolean
  /** The observed shares of the three periods of five minutes before that moment. */
  observed: Observed
  /** The busiest first. */
  storms: readonly Storm[]
  /** Of each ring, in the order in which they were given. */
  rings: readonly RingOutlook[]
}

/** The chances at points, at one moment. */
export interface ChanceSampler {
  /** By the horizons of `HORIZONS_MIN`, 0 to 1. */
  at(point: LatLon): readonly number[]
  /** Whether all points within a distance are certainly out of reach of lightning. */
  isCalmWithin(middle: LatLon, km: number): boolean
}

const UNKNOWN_OUTLOOK: RingOutlook = {
  chances: null,
  shipped: null,
  inProgress: false,
  arrival: null,
  stormId: null,
  next: null,
}
const CALM_OUTLOOK: RingOutlook = { ...UNKNOWN_OUTLOOK, chances: CALM_ROW, shipped: CALM_ROW }

/** How much of the last five minutes, and of the five before, must have been observed for a probability. */
const WATCHED_MIN = 0.9
/** Rings per computing step. */
const RINGS_AT_ONCE = 50

/** Computes storms, arrivals and probabilities from strikes added one by one. The caller passes the time. */
export class Nowcast {
  readonly #regional = new RegionalMotion()
  readonly #storms = new StormFinder()
  readonly #firstStrikes: ReturnType<typeof createFirstStrikes>
  /** Of the last outlook; null if it had no rings. */
  #near: DriftIndex | null = null
  /** Calibration from months of forecasts; null while there is too little data. */
  calibration: OwnCalibration | null = null

  constructor(model: FirstStrikeModel) {
    this.#firstStrikes = createFirstStrikes(model)
  }

  add(timeMs: number, lat: number, lon: number, polarity: Polarity = 0): void {
    this.#regional.bins.add(timeMs, lat, lon, polarity)
  }

  /** The nowcast at a time. `watched` are the observed shares of the three preceding periods of five minutes. */
  outlook(rings: readonly GuardedRing[], nowMs: number, watched: Observed = [1, 1, 1]): Outlook {
    return resultOf(this.outlookInSteps(rings, nowMs, watched))
  }

  /** The same in steps of some milliseconds. */
  *outlookInSteps(rings: readonly GuardedRing[], nowMs: number, watched: Observed): Generator<undefined, Outlook> {
    const { bins } = this.#regional
    this.#regional.begin(nowMs)
    while (this.#regional.step() > 0) yield
    const { field } = this.#regional
    const isWatched = watched[0] >= WATCHED_MIN && watched[1] >= WATCHED_MIN
    // Before the storms: the motion of their regions is then known, and they are found in one step.
    const near = rings.length > 0 ? indexDrifts(yield* driftsInSteps(bins, field, nowMs)) : null
    yield
    const storms = this.#storms.find(bins, nowMs, watched, (lat, lon) => field.at(lat, lon))
    yield
    const outlooks: RingOutlook[] = []
    let work = 0
    for (const { shape, rings: around } of byShape(rings)) {
      const ringsKm = around.map(reachOf)
      const found = this.#firstStrikes(shape, ringsKm, near!)
      let reaching: readonly Storm[] | null = null
      const stormsNear = () => {
        reaching ??= stormsInReach(storms, shape, Math.max(...ringsKm))
        return reaching
      }
      found.forEach((first, i) => {
        outlooks.push(this.#outlookOf(first, shape, ringsKm[i]!, isWatched, stormsNear, nowMs))
      })
      work += around.length
      if (work < RINGS_AT_ONCE) continue
      work = 0
      yield
    }
    this.#near = near
    return { atMs: nowMs, isWatched, observed: watched, storms, rings: outlooks }
  }

  /** The chances of a ring around any point at the moment of the last outlook; later strikes do not change them. */
  *samplerInSteps(ringKm: number, nowMs: number): Generator<undefined, ChanceSampler> {
    const { bins, field } = this.#regional
    const { calibration } = this
    const near = this.#near ?? indexDrifts(yield* driftsInSteps(bins, field, nowMs))
    return {
      at: ({ lat, lon }) => {
        const shape = shapeOf({ type: 'Point', coordinates: [lon, lat] })
        const [first] = this.#firstStrikes(shape, [ringKm], near)
        return chanceRow(calibratedBy(first!, calibration))
      },
      isCalmWithin: (middle, km) => isOutOfReach({ middle, reachKm: km }, near),
    }
  }

  #outlookOf(
    first: FirstStrike,
    shape: PlaceShape,
    ringKm: number,
    isWatched: boolean,
    stormsNear: () => readonly Storm[],
    nowMs: number,
  ): RingOutlook {
    if (isCalm(first)) return isWatched ? CALM_OUTLOOK : UNKNOWN_OUTLOOK
    const distribution = calibratedBy(first, this.calibration)
    const inProgress = isInProgress(first)
    const arrival = inProgress || !isWatched ? null : arrivalOf(distribution, nowMs)
    const shipped = isWatched ? chanceRow(first.distribution) : null
    const afterMs = arrival ? Date.parse(arrival.likely) - nowMs : 0
    const stormId = arrival || inProgress ? arrivingStorm(stormsNear(), shape, ringKm, afterMs) : null
    return {
      chances: isWatched && this.calibration ? chanceRow(distribution) : shipped,
      shipped,
      inProgress,
      arrival,
      stormId,
      next: inProgress && isWatched ? nextStorm(stormsNear(), shape, ringKm, { inProgress: stormId, nowMs }) : null,
    }
  }
}

function calibratedBy({ distribution }: FirstStrike, calibration: OwnCalibration | null): Distribution {
  return calibration ? calibrated(distribution, calibration) : distribution
}

/** Consecutive rings around the same shape share one computation. */
function byShape(rings: readonly GuardedRing[]): { shape: PlaceShape; rings: GuardedRing[] }[] {
  const groups: { shape: PlaceShape; rings: GuardedRing[] }[] = []
  for (const ring of rings) {
    const last = groups.at(-1)
    if (last?.shape === ring.shape) last.rings.push(ring)
    else groups.push({ shape: ring.shape, rings: [ring] })
  }
  return groups
}
