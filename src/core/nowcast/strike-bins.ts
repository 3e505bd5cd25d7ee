import { KM_PER_DEG, type LatLon, RAD, wrapLon } from '../geo/geo.ts'
import type { Polarity } from '../strikes/strike.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { modulo } from '../util/modulo.ts'

/** Strikes are counted by squares of about this side: about the location error of a network. */
const SQUARE_DEG = 0.04
/** More than any row has squares. */
const COLUMNS_MAX = 16_384
/** Retention of strikes: covers all inputs of motion and probability. */
export const BINS_KEPT_MIN = 40
const FIRST_CAPACITY = 256
const PLACES_PER_DEG = 1e6

/**
 * The strikes of one minute by squares: count and mean position. Positions are summed in whole millionths of a degree,
 * so that the sums do not depend on the order of strikes.
 */
class MinuteBin {
  readonly #indexOf = new Map<number, number>()
  /** Squares, and the strikes in them. */
  count = 0
  strikes = 0
  #n = new Float64Array(FIRST_CAPACITY)
  #lat = new Float64Array(FIRST_CAPACITY)
  #lon = new Float64Array(FIRST_CAPACITY)
  #known = new Float64Array(FIRST_CAPACITY)
  #positive = new Float64Array(FIRST_CAPACITY)
  /** The keys of the squares in order, and their indexes; null after strikes in new squares. */
  #inOrder: { keys: Float64Array; indexes: Uint32Array } | null = null

  add(lat: number, lon: number, polarity: Polarity): void {
    this.strikes++
    const key = squareOf(lat, lon)
    let index = this.#indexOf.get(key)
    if (index === undefined) {
      if (this.count === this.#n.length) this.#grow()
      index = this.count++
      this.#indexOf.set(key, index)
      this.#inOrder = null
    }
    this.#n[index]! += 1
    this.#lat[index]! += Math.round(lat * PLACES_PER_DEG)
    this.#lon[index]! += Math.round(wrapLon(lon) * PLACES_PER_DEG)
    if (polarity !== 0) this.#known[index]! += 1
    if (polarity > 0) this.#positive[index]! += 1
  }

  visit(ageMin: number, visit: VisitSquare): void {
    this.#inOrder ??= this.#sorted()
    const { keys, indexes } = this.#inOrder
    for (let i = 0; i < keys.length; i++) {
      const index = indexes[i]!
      const n = this.#n[index]!
      const lat = this.#lat[index]! / n / PLACES_PER_DEG
      const lon = this.#lon[index]! / n / PLACES_PER_DEG
      visit(n, lat, lon, ageMin, keys[i]!, this.#known[index]!, this.#positive[index]!)
    }
  }

  #sorted() {
    const keys = Float64Array.from(this.#indexOf.keys()).sort()
    return { keys, indexes: Uint32Array.from(keys, (key) => this.#indexOf.get(key)!) }
  }

  #grow(): void {
    const grown = (array: Float64Array<ArrayBuffer>) => {
      const larger = new Float64Array(array.length * 2)
      larger.set(array)
      return larger
    }
    this.#n = grown(this.#n)
    this.#lat = grown(this.#lat)
    this.#lon = grown(this.#lon)
    this.#known = grown(this.#known)
    this.#positive = grown(this.#positive)
  }
}

/**
 * Called for the strikes of a square in a minute: their number, mean place, age in minutes, the square's key, how many are of known
 * polarity, and how many of these are positive.
 */
export type VisitSquare = (
  n: number,
  lat: number,
  lon: number,
  ageMin: number,
  key: number,
  known: number,
  positive: number,
) => void

/**
 * The strikes of the last forty minutes, counted by minute and by squares of four kilometres: the cost of computing is
 * equal for ten strikes a minute and for a thousand.
 */
export class StrikeBins {
  readonly #minutes = new Map<number, MinuteBin>()

  /** How many strikes are kept. */
  get strikes(): number {
    let strikes = 0
    for (const bin of this.#minutes.values()) strikes += bin.strikes
    return strikes
  }

  /** Adds a strike, in any order. */
  add(timeMs: number, lat: number, lon: number, polarity: Polarity = 0): void {
    const minute = Math.floor(timeMs / MINUTE_MS)
    let bin = this.#minutes.get(minute)
    if (!bin) {
      bin = new MinuteBin()
      this.#minutes.set(minute, bin)
    }
    bin.add(lat, lon, polarity)
  }

  expire(nowMs: number): void {
    const oldest = Math.floor(nowMs / MINUTE_MS) - BINS_KEPT_MIN
    for (const minute of this.#minutes.keys()) if (minute < oldest) this.#minutes.delete(minute)
  }

  clear(): void {
    this.#minutes.clear()
  }

  /** Visits the squares of each minute that began in `(now - maxAge, now)`, in the order of minutes and of squares. */
  visit(nowMs: number, maxAgeMin: number, visit: VisitSquare): void {
    for (const _ of this.visitInSteps(nowMs, maxAgeMin, visit)) {
      // Each step visits the squares of one minute.
    }
  }

  /** The same minute by minute; yields how many squares one had. */
  *visitInSteps(nowMs: number, maxAgeMin: number, visit: VisitSquare): Generator<number> {
    const now = nowMs / MINUTE_MS
    for (const [minute, bin] of [...this.#minutes].sort(([a], [b]) => a - b)) {
      const ageMin = now - minute - 0.5
      if (minute >= now || ageMin >= maxAgeMin) continue
      bin.visit(Math.max(0, ageMin), visit)
      yield bin.count
    }
  }
}

/**
 * The key of the square that contains a position. Squares have this height in degrees, and as many columns as make them
 * about as wide as high.
 */
export function squareOf(lat: number, lon: number, sideDeg = SQUARE_DEG): number {
  const row = Math.max(0, Math.floor((Math.min(lat, 90 - sideDeg / 2) + 90) / sideDeg))
  const columns = columnsIn(row, sideDeg)
  return row * COLUMNS_MAX + modulo(Math.floor(((lon + 180) / 360) * columns), columns)
}

/** The key's square, as its middle. */
export function middleOfSquare(key: number, sideDeg = SQUARE_DEG): LatLon {
  const row = Math.floor(key / COLUMNS_MAX)
  const columns = columnsIn(row, sideDeg)
  return { lat: (row + 0.5) * sideDeg - 90, lon: (((key % COLUMNS_MAX) + 0.5) / columns) * 360 - 180 }
}

function columnsIn(row: number, sideDeg: number): number {
  return Math.max(1, Math.round((360 / sideDeg) * Math.cos(((row + 0.5) * sideDeg - 90) * RAD)))
}

/** Kilometres from `from` to `to` eastward, for places less than a few hundred kilometres apart. */
export function eastKm(fromLat: number, fromLon: number, toLat: number, toLon: number): number {
  return wrapLon(toLon - fromLon) * KM_PER_DEG * Math.cos(((fromLat + toLat) / 2) * RAD)
}
