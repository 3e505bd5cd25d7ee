import type { Arrival, Storm } from '../../contract/nowcast.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import type { Observed } from '../storms/storm-cells.ts'
import { StormFinder } from '../storms/storm-finder.ts'
import type { Polarity } from '../strikes/strike.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { resultOf } from '../util/steps.ts'
import { createArrivals } from './arrival.ts'
import { type ChanceModel, type ChanceRow, chancesOf, createEvidence } from './chances.ts'
import { cellOf, cellsAround } from './degree-cells.ts'
import { type Drift, driftsInSteps, type PackedDrifts, packDrifts } from './drifts.ts'
import { type GuardedRing, LiveCalibration, NOTHING_LEARNED, reachOf } from './live-calibration.ts'
import type { OwnCalibration } from './own-calibration.ts'
import { REACH_KM } from './place-features.ts'
import { RegionalMotion } from './regional-motion.ts'

/** What is told of a ring. */
export interface RingOutlook {
  chances: ChanceRow
  /** The same as they would be without what this server has learned from its own history. */
  shipped: ChanceRow
  /** Null where nothing steadily comes nearer. */
  arrival: Arrival | null
  /** The storm that arrives; null where none does. */
  stormId: number | null
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

/** How much of the last five minutes, and of the five before, must have been observed for a probability. */
const WATCHED_MIN = 0.9
/** Rings are reckoned so many at a time. */
const RINGS_AT_ONCE = 50

/** Reckons storms, arrivals and probabilities from strikes that are taken in one by one. Whoever asks says what time it is. */
export class Nowcast {
  readonly #regional = new RegionalMotion()
  readonly #storms = new StormFinder()
  readonly #calibration = new LiveCalibration()
  readonly #mayLearn: () => boolean
  readonly #evidenceOf: ReturnType<typeof createEvidence>
  /** What was learned from months of forecasts; null while that is too little. */
  calibration: OwnCalibration | null = null

  /** `mayLearn`: whether probabilities follow what came of the forecasts of the last hours. */
  constructor(model: ChanceModel, mayLearn = () => true) {
    this.#mayLearn = mayLearn
    this.#evidenceOf = createEvidence(model)
  }

  add(timeMs: number, lat: number, lon: number, polarity: Polarity = 0): void {
    this.#regional.bins.add(timeMs, lat, lon, polarity)
    this.#calibration.add(timeMs, lat, lon)
  }

  /** What is to be expected at a moment. `watched` are the observed shares of the three periods of five minutes before it. */
  outlook(rings: readonly GuardedRing[], nowMs: number, watched: Observed = [1, 1, 1]): Outlook {
    return resultOf(this.outlookInSteps(rings, nowMs, watched))
  }

  /** The same in steps of some milliseconds, between which others may have their turn. */
  *outlookInSteps(rings: readonly GuardedRing[], nowMs: number, watched: Observed): Generator<undefined, Outlook> {
    const { bins } = this.#regional
    this.#regional.begin(nowMs)
    while (this.#regional.step() > 0) yield
    const { field } = this.#regional
    const isWatched = watched[0] >= WATCHED_MIN && watched[1] >= WATCHED_MIN
    // Before the storms: the motion of their regions is then known, and they are found in one go.
    const near = new DriftIndex(isWatched && rings.length > 0 ? yield* driftsInSteps(bins, field, nowMs) : [])
    yield
    const storms = this.#storms.find(bins, nowMs, watched, (lat, lon) => field.at(lat, lon))
    yield
    this.#calibration.verify(nowMs, isWatched)
    yield
    const outlooks: RingOutlook[] = []
    const said = new Map<GuardedRing, readonly number[]>()
    const mayLearn = this.#mayLearn()
    const own = this.calibration
    const learned = mayLearn ? this.#calibration.learned : NOTHING_LEARNED
    const isDue = isWatched && mayLearn && this.#calibration.isDue(nowMs)
    const arrivalsOf = createArrivals(storms, nowMs)
    let work = 0
    for (const { shape, rings: around } of byShape(rings)) {
      const ringsKm = around.map(reachOf)
      const found = isWatched ? this.#evidenceOf(shape, ringsKm, near.around(shape)) : null
      const arrivals = arrivalsOf(shape, ringsKm)
      around.forEach((ring, i) => {
        if (found && isDue) said.set(ring, found[i]!)
        const shipped = isWatched ? chancesOf(found && found[i]!, learned) : null
        const chances = found && own ? chancesOf(found[i]!, learned, own) : shipped
        outlooks.push({
          chances,
          shipped,
          arrival: arrivals[i]?.arrival ?? null,
          stormId: arrivals[i]?.stormId ?? null,
        })
      })
      work += around.length
      if (work < RINGS_AT_ONCE) continue
      work = 0
      yield
    }
    if (isDue) this.#calibration.remember(nowMs, said)
    return { atMs: nowMs, isWatched, observed: watched, storms, rings: outlooks }
  }
}

/** Rings that follow each other around the same shape: what is known of one serves the others. */
function byShape(rings: readonly GuardedRing[]): { shape: PlaceShape; rings: GuardedRing[] }[] {
  const groups: { shape: PlaceShape; rings: GuardedRing[] }[] = []
  for (const ring of rings) {
    const last = groups.at(-1)
    if (last?.shape === ring.shape) last.rings.push(ring)
    else groups.push({ shape: ring.shape, rings: [ring] })
  }
  return groups
}

/** Finds the drifts near a place. */
class DriftIndex {
  readonly #cells: ReadonlyMap<number, PackedDrifts>

  constructor(drifts: readonly Drift[]) {
    const cells = new Map<number, Drift[]>()
    for (const drift of drifts) heldOrMade(cells, cellOf(drift), () => []).push(drift)
    this.#cells = new Map([...cells].map(([cell, each]) => [cell, packDrifts(each)]))
  }

  /** Cell by cell. */
  around(shape: PlaceShape): PackedDrifts[] {
    const found: PackedDrifts[] = []
    for (const cell of cellsAround(shape, REACH_KM)) {
      const drifts = this.#cells.get(cell)
      if (drifts) found.push(drifts)
    }
    return found
  }
}
