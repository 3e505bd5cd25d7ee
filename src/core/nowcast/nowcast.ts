import type { Arrival, Chances } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD, wrapLon } from '../geo/geo.ts'
import { fixedX, fixedY } from '../geo/mercator-fixed.ts'
import type { PlaceShape } from '../places/place.ts'
import { STORM_PERIOD_MIN, type StormCell, type StormView, stormsIn } from '../storms/storm-cells.ts'
import { N1, N2, N3, StormGrid } from '../storms/storm-grid.ts'
import { StormTracks } from '../storms/storm-tracks.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { modulo } from '../util/modulo.ts'
import { arrivalOf } from './arrival.ts'
import { type ChanceModel, createChances, UNKNOWN_CHANCES } from './chances.ts'
import { type Drift, driftsOf } from './drifts.ts'
import { REACH_KM } from './place-features.ts'
import { RegionalMotion } from './regional-motion.ts'

/** A ring for which arrival and probability are told. */
export interface GuardedRing {
  shape: PlaceShape
  ringKm: number
}

/** What is told of a ring. */
export interface RingOutlook {
  chances: Chances
  /** Null where nothing steadily comes nearer. */
  arrival: Arrival | null
}

export interface Outlook {
  atMs: number
  /** The busiest first. */
  storms: readonly StormCell[]
  /** Of each ring, in the order in which they were given. */
  rings: readonly RingOutlook[]
}

/** How much of the last five minutes, and of the five before, must have been observed for a probability. */
const WATCHED_MIN = 0.9
const PERIODS = [N1, N2, N3] as const
/** Storms are followed by one grid of fixed size that is filled anew each time. */
const STORM_AGE_MIN = PERIODS.length * STORM_PERIOD_MIN
/** Rings are reckoned so many at a time. */
const RINGS_AT_ONCE = 50

/** Reckons storms, arrivals and probabilities from strikes that are taken in one by one. Whoever asks says what time it is. */
export class Nowcast {
  readonly #regional = new RegionalMotion()
  readonly #tracks = new StormTracks()
  readonly #grid = new StormGrid()
  readonly #chancesOf: ReturnType<typeof createChances>

  constructor(model: ChanceModel) {
    this.#chancesOf = createChances(model)
  }

  get tracks(): StormTracks {
    return this.#tracks
  }

  add(timeMs: number, lat: number, lon: number): void {
    this.#regional.bins.add(timeMs, lat, lon)
  }

  /** What is to be expected at a moment. `watched` are the observed shares of the three periods of five minutes before it. */
  outlook(rings: readonly GuardedRing[], nowMs: number, watched: StormView['watched'] = [1, 1, 1]): Outlook {
    const steps = this.outlookInSteps(rings, nowMs, watched)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }

  /** The same in steps of some milliseconds, between which others may have their turn. */
  *outlookInSteps(
    rings: readonly GuardedRing[],
    nowMs: number,
    watched: StormView['watched'],
  ): Generator<undefined, Outlook> {
    const { bins } = this.#regional
    this.#regional.begin(nowMs)
    while (this.#regional.step() > 0) yield
    const { field } = this.#regional
    const grid = this.#grid
    grid.clear()
    bins.visit(nowMs, STORM_AGE_MIN, (n, lat, lon, ageMin) => {
      const period = PERIODS[Math.floor(ageMin / STORM_PERIOD_MIN)]
      if (period) grid.add(fixedX(lon), fixedY(lat), -ageMin, period, n)
    })
    const storms = stormsIn(grid, 0, watched, (lat, lon) => field.at(lat, lon))
    this.#tracks.update(storms, nowMs)
    yield
    const isWatched = watched[0] >= WATCHED_MIN && watched[1] >= WATCHED_MIN
    const near = new DriftIndex(isWatched ? driftsOf(bins, field, nowMs) : [])
    yield
    const outlooks: RingOutlook[] = []
    for (const { shape, ringKm } of rings) {
      const chances = isWatched ? this.#chancesOf(shape, ringKm, near.around(shape)) : UNKNOWN_CHANCES
      outlooks.push({ chances, arrival: arrivalOf(shape, ringKm, storms, nowMs) })
      if (outlooks.length % RINGS_AT_ONCE === 0) yield
    }
    return { atMs: nowMs, storms, rings: outlooks }
  }
}

const CELL_DEG = 1
const CELL_ROWS = 180 / CELL_DEG
const CELL_COLUMNS = 360 / CELL_DEG

/** Finds the drifts near a place, by cells of a degree. */
class DriftIndex {
  readonly #cells = new Map<number, Drift[]>()

  constructor(drifts: readonly Drift[]) {
    for (const drift of drifts) heldOrMade(this.#cells, cellOf(drift.lat, drift.lon), () => []).push(drift)
  }

  around({ middle, reachKm }: PlaceShape): Drift[] {
    const found: Drift[] = []
    const latDeg = (REACH_KM + reachKm) / KM_PER_DEG
    const south = rowOf(middle.lat - latDeg)
    const north = rowOf(middle.lat + latDeg)
    const widest = Math.min(89, Math.max(Math.abs(middle.lat - latDeg), Math.abs(middle.lat + latDeg)))
    const lonDeg = Math.min(180 - CELL_DEG, latDeg / Math.cos(widest * RAD))
    const west = Math.floor((middle.lon - lonDeg + 180) / CELL_DEG)
    const east = Math.floor((middle.lon + lonDeg + 180) / CELL_DEG)
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) {
        const cell = this.#cells.get(row * CELL_COLUMNS + modulo(column, CELL_COLUMNS))
        if (cell) for (const drift of cell) found.push(drift)
      }
    }
    return found
  }
}

function rowOf(lat: number): number {
  return Math.max(0, Math.min(CELL_ROWS - 1, Math.floor((lat + 90) / CELL_DEG)))
}

function cellOf(lat: number, lon: number): number {
  return rowOf(lat) * CELL_COLUMNS + Math.min(CELL_COLUMNS - 1, Math.floor((wrapLon(lon) + 180) / CELL_DEG))
}
