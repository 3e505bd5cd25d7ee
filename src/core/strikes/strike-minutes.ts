/** The nearest strike of a period. */
export interface NearestStrike {
  km: number
  bearingDeg: number
  /** Unix ms. */
  atMs: number
}

const MINUTE_S = 60
const FIRST_CAPACITY = 16
/** Number of minutes held; a minute (since 1970) is stored at its number modulo this. */
const SLOTS = 64

/** The strikes of a minute, in flat columns. */
class Minute {
  count = 0
  sequence = new Float64Array(FIRST_CAPACITY)
  /**
   * Ms after the minute's start. It may be up to a second before, since a strike belongs to the second in which it
   * ends.
   */
  offsetMs = new Float32Array(FIRST_CAPACITY)
  second = new Uint8Array(FIRST_CAPACITY)
  km = new Float32Array(FIRST_CAPACITY)
  bearingDeg = new Float32Array(FIRST_CAPACITY)
  /** Index of the smallest radius that contains it. */
  radius = new Uint16Array(FIRST_CAPACITY)

  /** Moves the last one to the place of the removed one. */
  remove(i: number): void {
    const last = --this.count
    this.sequence[i] = this.sequence[last]!
    this.offsetMs[i] = this.offsetMs[last]!
    this.second[i] = this.second[last]!
    this.km[i] = this.km[last]!
    this.bearingDeg[i] = this.bearingDeg[last]!
    this.radius[i] = this.radius[last]!
  }

  nearestKm(): number {
    let nearestKm = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.count; i++) nearestKm = Math.min(nearestKm, this.km[i]!)
    return nearestKm
  }

  grow(): void {
    this.sequence = doubled(this.sequence)
    this.offsetMs = doubled(this.offsetMs)
    this.second = doubled(this.second)
    this.km = doubled(this.km)
    this.bearingDeg = doubled(this.bearingDeg)
    this.radius = doubled(this.radius)
  }
}

/**
 * Strikes around one place, by minutes. A strike's time is rounded up to a whole second, so that none leaves a period
 * too early. Strikes may be late, and may be removed when a better record shows another position. Empty minutes take no
 * memory.
 */
export class StrikeMinutes {
  readonly #radii: number
  /** A minute stays in its slot until a later one replaces it. */
  readonly #minutes: (Minute | undefined)[] = new Array(SLOTS)
  // Sums of the minutes are adjacent, so that most reads need not touch the minutes themselves.
  readonly #keys = new Float64Array(SLOTS).fill(-1)
  /** Strike counts per radius, one row of radii per slot. */
  readonly #sums: Uint32Array
  readonly #nearestKm = new Float32Array(SLOTS).fill(Number.POSITIVE_INFINITY)
  #newest = Number.NEGATIVE_INFINITY

  constructor(radii: number) {
    this.#radii = radii
    this.#sums = new Uint32Array(SLOTS * radii)
  }

  /** True without strikes from `second` on. */
  isEmptySince(second: number): boolean {
    return this.#newest < Math.floor(second / MINUTE_S)
  }

  /** `radius` is the index of the smallest radius that contains it, or the number of radii if none does. */
  add(sequence: number, timeMs: number, km: number, bearingDeg: number, radius: number): void {
    const second = Math.ceil(timeMs / 1_000)
    const key = Math.floor(second / MINUTE_S)
    if (key <= this.#newest - SLOTS) return // older than the held period: its slot belongs to a later minute
    this.#newest = Math.max(this.#newest, key)
    const slot = key % SLOTS
    const minute = this.#begun(key, slot)
    if (minute.count === minute.km.length) minute.grow()
    const i = minute.count++
    minute.sequence[i] = sequence
    minute.offsetMs[i] = timeMs - startMs(key)
    minute.second[i] = second - key * MINUTE_S
    minute.km[i] = km
    minute.bearingDeg[i] = bearingDeg
    minute.radius[i] = radius
    for (let each = radius; each < this.#radii; each++) this.#sums[slot * this.#radii + each]!++
    if (km < this.#nearestKm[slot]!) this.#nearestKm[slot] = km
  }

  /** Removes a strike; returns its smallest radius, or null if it is not held. */
  remove(sequence: number, timeMs: number): number | null {
    const key = Math.floor(Math.ceil(timeMs / 1_000) / MINUTE_S)
    const slot = key % SLOTS
    const minute = this.#minutes[slot]
    if (!minute || this.#keys[slot] !== key) return null
    let i = minute.count - 1
    while (i >= 0 && minute.sequence[i] !== sequence) i--
    if (i < 0) return null
    const radius = minute.radius[i]!
    minute.remove(i)
    for (let each = radius; each < this.#radii; each++) this.#sums[slot * this.#radii + each]!--
    this.#nearestKm[slot] = minute.nearestKm()
    return radius
  }

  /** Unix ms of the latest strike within a radius; -Infinity without one. */
  lastMs(radius: number): number {
    for (let key = this.#newest; key > this.#newest - SLOTS; key--) {
      const slot = key % SLOTS
      if (this.#keys[slot] !== key || this.#sums[slot * this.#radii + radius] === 0) continue
      const minute = this.#minutes[slot]!
      let lastMs = Number.NEGATIVE_INFINITY
      for (let i = 0; i < minute.count; i++) {
        if (minute.radius[i]! <= radius) lastMs = Math.max(lastMs, startMs(key) + minute.offsetMs[i]!)
      }
      return lastMs
    }
    return Number.NEGATIVE_INFINITY
  }

  /** Adds the number within each radius since `second` to `counts`. */
  countSince(second: number, counts: Uint32Array): void {
    const radii = this.#radii
    const first = Math.floor(second / MINUTE_S)
    for (let key = Math.max(first, this.#newest - SLOTS + 1); key <= this.#newest; key++) {
      const slot = key % SLOTS
      if (this.#keys[slot] !== key) continue
      for (let radius = 0; radius < radii; radius++) counts[radius]! += this.#sums[slot * radii + radius]!
      // The first minute was added whole: subtract its strikes before `second`.
      if (key === first && second > key * MINUTE_S) this.#uncount(this.#minutes[slot]!, second - key * MINUTE_S, counts)
    }
  }

  #uncount({ count, second, radius }: Minute, before: number, counts: Uint32Array): void {
    for (let i = 0; i < count; i++) {
      if (second[i]! >= before) continue
      for (let each = radius[i]!; each < this.#radii; each++) counts[each]!--
    }
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
    let found = bestKey < 0 ? null : this.#nearestIn(bestKey, 0, MINUTE_S, Number.POSITIVE_INFINITY)
    // A partially covered minute is searched only if it could hold a nearer strike.
    for (const key of first === last ? [first] : [first, last]) {
      const slot = key % SLOTS
      if (key > last || this.#keys[slot] !== key || this.#nearestKm[slot]! >= bestKm || !isSplit(key)) continue
      const nearer = this.#nearestIn(key, fromSecond - key * MINUTE_S, toSecond - key * MINUTE_S, bestKm)
      if (!nearer) continue
      found = nearer
      bestKm = nearer.km
    }
    return found
  }

  /** The nearest strike of a minute's seconds in [from, to), if nearer than `thanKm`. */
  #nearestIn(key: number, from: number, to: number, thanKm: number): NearestStrike | null {
    const { count, km, second, bearingDeg, offsetMs } = this.#minutes[key % SLOTS]!
    let bestKm = thanKm
    let at = -1
    for (let i = 0; i < count; i++) {
      if (km[i]! >= bestKm || second[i]! < from || second[i]! >= to) continue
      bestKm = km[i]!
      at = i
    }
    return at < 0 ? null : { km: bestKm, bearingDeg: bearingDeg[at]!, atMs: startMs(key) + offsetMs[at]! }
  }

  /** The minute of a key, reusing the memory of the slot's previous one. */
  #begun(key: number, slot: number): Minute {
    this.#minutes[slot] ??= new Minute()
    const minute = this.#minutes[slot]
    if (this.#keys[slot] !== key) {
      this.#keys[slot] = key
      this.#nearestKm[slot] = Number.POSITIVE_INFINITY
      this.#sums.fill(0, slot * this.#radii, (slot + 1) * this.#radii)
      minute.count = 0
    }
    return minute
  }
}

function startMs(key: number): number {
  return key * MINUTE_S * 1_000
}

function doubled<T extends Float64Array | Float32Array | Uint8Array | Uint16Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(column.length * 2)
  larger.set(column)
  return larger
}
