/** The nearest strike of a period. */
export interface NearestStrike {
  km: number
  bearingDeg: number
  /** Unix ms. */
  atMs: number
}

const MINUTE_S = 60
/** Number of minutes held; a minute (since 1970) is stored at its number modulo this. */
const SLOTS = 64
/** Columns of a row: time (Unix ms), distance (km) and bearing (degrees). */
const ROW = 3
const FIRST_ROWS = 8

/** The strikes of a minute, one row each, in one array: thousands of places begin one each minute. */
class Minute {
  rows = new Float64Array(FIRST_ROWS * ROW)
  /** Length in use. */
  end = 0

  add(timeMs: number, km: number, bearingDeg: number): void {
    if (this.end === this.rows.length) {
      const larger = new Float64Array(this.end * 2)
      larger.set(this.rows)
      this.rows = larger
    }
    this.rows[this.end] = timeMs
    this.rows[this.end + 1] = km
    this.rows[this.end + 2] = bearingDeg
    this.end += ROW
  }

  /** Moves the last row to the place of the removed one; false without such a strike. */
  remove(timeMs: number, km: number): boolean {
    const { rows } = this
    let at = this.end - ROW
    while (at >= 0 && (rows[at] !== timeMs || rows[at + 1] !== km)) at -= ROW
    if (at < 0) return false
    this.end -= ROW
    rows.copyWithin(at, this.end, this.end + ROW)
    return true
  }

  nearestKm(): number {
    let nearestKm = Number.POSITIVE_INFINITY
    for (let at = 0; at < this.end; at += ROW) nearestKm = Math.min(nearestKm, this.rows[at + 1]!)
    return nearestKm
  }
}

/**
 * Strikes around one place, by minutes. A strike's time is rounded up to a whole second, so that none leaves a period
 * too early. Strikes may be late, and may be removed when a better record shows another position. Empty minutes take no
 * memory.
 */
export class StrikeMinutes {
  /** Km, innermost first. */
  readonly #radii: readonly number[]
  /** A minute stays in its slot until a later one replaces it. */
  readonly #minutes: (Minute | undefined)[] = new Array(SLOTS)
  // Sums of the minutes are adjacent, so that most reads need not touch the minutes themselves.
  readonly #keys = new Float64Array(SLOTS).fill(-1)
  /** Strike counts per radius, one row of radii per slot. */
  readonly #sums: Uint32Array
  readonly #nearestKm = new Float32Array(SLOTS).fill(Number.POSITIVE_INFINITY)
  #newest = Number.NEGATIVE_INFINITY

  constructor(radii: readonly number[]) {
    this.#radii = radii
    this.#sums = new Uint32Array(SLOTS * radii.length)
  }

  /** True without strikes from `second` on. */
  isEmptySince(second: number): boolean {
    return this.#newest < Math.floor(second / MINUTE_S)
  }

  add(timeMs: number, km: number, bearingDeg: number): void {
    const key = keyOf(timeMs)
    if (key <= this.#newest - SLOTS) return // older than the held period: its slot belongs to a later minute
    this.#newest = Math.max(this.#newest, key)
    const slot = key % SLOTS
    this.#begun(key, slot).add(timeMs, km, bearingDeg)
    this.#count(this.#sums, slot * this.#radii.length, km, 1)
    if (km < this.#nearestKm[slot]!) this.#nearestKm[slot] = km
  }

  /** Removes a strike; false if it is not held. */
  remove(timeMs: number, km: number): boolean {
    const key = keyOf(timeMs)
    const slot = key % SLOTS
    const minute = this.#minutes[slot]
    if (this.#keys[slot] !== key || !minute?.remove(timeMs, km)) return false
    this.#count(this.#sums, slot * this.#radii.length, km, -1)
    this.#nearestKm[slot] = minute.nearestKm()
    return true
  }

  /** Unix ms of the latest strike within a radius, by its index; -Infinity without one. */
  lastMs(radius: number): number {
    for (let key = this.#newest; key > this.#newest - SLOTS; key--) {
      const slot = key % SLOTS
      if (this.#keys[slot] !== key || this.#sums[slot * this.#radii.length + radius] === 0) continue
      const { rows, end } = this.#minutes[slot]!
      let lastMs = Number.NEGATIVE_INFINITY
      for (let at = 0; at < end; at += ROW) {
        if (rows[at + 1]! <= this.#radii[radius]!) lastMs = Math.max(lastMs, rows[at]!)
      }
      return lastMs
    }
    return Number.NEGATIVE_INFINITY
  }

  /** Adds the number within each radius since `second` to `counts`. */
  countSince(second: number, counts: Uint32Array): void {
    const { length } = this.#radii
    const first = Math.floor(second / MINUTE_S)
    for (let key = Math.max(first, this.#newest - SLOTS + 1); key <= this.#newest; key++) {
      const slot = key % SLOTS
      if (this.#keys[slot] !== key) continue
      for (let radius = 0; radius < length; radius++) counts[radius]! += this.#sums[slot * length + radius]!
      // The first minute was added whole: subtract its strikes before `second`.
      if (key === first && second > key * MINUTE_S) this.#uncount(this.#minutes[slot]!, second, counts)
    }
  }

  #uncount({ rows, end }: Minute, second: number, counts: Uint32Array): void {
    for (let at = 0; at < end; at += ROW) {
      if (secondOf(rows[at]!) < second) this.#count(counts, 0, rows[at + 1]!, -1)
    }
  }

  /** Adds to the counts of all radii, from `from` on, that contain a distance. */
  #count(counts: Uint32Array, from: number, km: number, by: 1 | -1): void {
    for (let each = this.#radii.length - 1; each >= 0 && km <= this.#radii[each]!; each--) counts[from + each]! += by
  }

  /** The nearest strike in [fromSecond, toSecond). */
  nearest(fromSecond: number, toSecond = Number.POSITIVE_INFINITY): NearestStrike | null {
    const first = Math.max(Math.floor(fromSecond / MINUTE_S), this.#newest - SLOTS + 1)
    const last = Math.min(Math.floor((toSecond - 1) / MINUTE_S), this.#newest)
    const isSplit = (key: number) => key * MINUTE_S < fromSecond || (key + 1) * MINUTE_S > toSecond
    let bestKm = Number.POSITIVE_INFINITY
    let bestKey = -1
    for (let key = first; key <= last; key++) {
      const slot = key % SLOTS
      if (this.#keys[slot] !== key || this.#nearestKm[slot]! >= bestKm || isSplit(key)) continue
      bestKm = this.#nearestKm[slot]!
      bestKey = key
    }
    let found = bestKey < 0 ? null : this.#nearestIn(bestKey, fromSecond, toSecond, Number.POSITIVE_INFINITY)
    // A partially covered minute is searched only if it could hold a nearer strike.
    for (const key of first === last ? [first] : [first, last]) {
      const slot = key % SLOTS
      if (key > last || this.#keys[slot] !== key || this.#nearestKm[slot]! >= bestKm || !isSplit(key)) continue
      const nearer = this.#nearestIn(key, fromSecond, toSecond, bestKm)
      if (!nearer) continue
      found = nearer
      bestKm = nearer.km
    }
    return found
  }

  /** The nearest strike of a minute in [fromSecond, toSecond), if nearer than `thanKm`. */
  #nearestIn(key: number, fromSecond: number, toSecond: number, thanKm: number): NearestStrike | null {
    const { rows, end } = this.#minutes[key % SLOTS]!
    let bestKm = thanKm
    let best = -1
    for (let at = 0; at < end; at += ROW) {
      if (rows[at + 1]! >= bestKm || secondOf(rows[at]!) < fromSecond || secondOf(rows[at]!) >= toSecond) continue
      bestKm = rows[at + 1]!
      best = at
    }
    return best < 0 ? null : { km: bestKm, bearingDeg: rows[best + 2]!, atMs: rows[best]! }
  }

  /** The minute of a key, reusing the memory of the slot's previous one. */
  #begun(key: number, slot: number): Minute {
    this.#minutes[slot] ??= new Minute()
    const minute = this.#minutes[slot]
    if (this.#keys[slot] !== key) {
      this.#keys[slot] = key
      this.#nearestKm[slot] = Number.POSITIVE_INFINITY
      this.#sums.fill(0, slot * this.#radii.length, (slot + 1) * this.#radii.length)
      minute.end = 0
    }
    return minute
  }
}

/** A strike belongs to the second in which it ends, Unix seconds. */
function secondOf(timeMs: number): number {
  return Math.ceil(timeMs / 1_000)
}

/** The minute of a strike, since 1970. */
function keyOf(timeMs: number): number {
  return Math.floor(secondOf(timeMs) / MINUTE_S)
}
