/** The nearest strike of a stretch of time. */
export interface NearestStrike {
  km: number
  bearingDeg: number
  /** Unix ms. */
  atMs: number
}

const MINUTE_S = 60
const FIRST_CAPACITY = 16

/** The strikes of a minute, in flat columns, and what they come to together. */
class Minute {
  readonly startMs: number
  count = 0
  /** Within each radius. */
  readonly sums: Uint32Array
  /** Index of the nearest; -1 where there is none. */
  nearest = -1
  sequence = new Float64Array(FIRST_CAPACITY)
  /** After the start, and up to a second before it: a strike is of the second that it ends in. */
  offsetMs = new Float32Array(FIRST_CAPACITY)
  km = new Float32Array(FIRST_CAPACITY)
  bearingDeg = new Float32Array(FIRST_CAPACITY)
  /** The smallest radius that it lies within. */
  radius = new Uint8Array(FIRST_CAPACITY)

  constructor(startMs: number, radii: number) {
    this.startMs = startMs
    this.sums = new Uint32Array(radii)
  }

  grow(): void {
    this.sequence = doubled(this.sequence)
    this.offsetMs = doubled(this.offsetMs)
    this.km = doubled(this.km)
    this.bearingDeg = doubled(this.bearingDeg)
    this.radius = doubled(this.radius)
  }

  /** The second of a strike, counted from the start. */
  secondOf(i: number): number {
    return Math.ceil(this.offsetMs[i]! / 1_000)
  }
}

/**
 * The strikes around one place, in minutes. A strike belongs to the second that it ends in, so that none ever leaves a
 * window before its time. Late ones find their place, and those that turn out to have been elsewhere are taken out again;
 * minutes without a strike cost nothing.
 */
export class StrikeMinutes {
  readonly #radii: number
  readonly #minutes = new Map<number, Minute>()

  constructor(radii: number) {
    this.#radii = radii
  }

  get isEmpty(): boolean {
    return this.#minutes.size === 0
  }

  /** `radius` is the index of the smallest radius that it lies within; the number of radii where it lies within none. */
  add(sequence: number, timeMs: number, km: number, bearingDeg: number, radius: number): void {
    const key = minuteOf(timeMs)
    let minute = this.#minutes.get(key)
    if (!minute) {
      minute = new Minute(key * MINUTE_S * 1_000, this.#radii)
      this.#minutes.set(key, minute)
    }
    if (minute.count === minute.km.length) minute.grow()
    const i = minute.count++
    minute.sequence[i] = sequence
    minute.offsetMs[i] = timeMs - minute.startMs
    minute.km[i] = km
    minute.bearingDeg[i] = bearingDeg
    minute.radius[i] = radius
    for (let each = radius; each < this.#radii; each++) minute.sums[each]!++
    if (minute.nearest < 0 || km < minute.km[minute.nearest]!) minute.nearest = i
  }

  /** Takes a strike out again; the smallest radius that it lay within, or null where it is not held. */
  remove(sequence: number, timeMs: number): number | null {
    const minute = this.#minutes.get(minuteOf(timeMs))
    if (!minute) return null
    const i = minute.sequence.subarray(0, minute.count).lastIndexOf(sequence)
    if (i < 0) return null
    const radius = minute.radius[i]!
    const last = --minute.count
    for (const column of [minute.sequence, minute.offsetMs, minute.km, minute.bearingDeg, minute.radius]) {
      column[i] = column[last]!
    }
    for (let each = radius; each < this.#radii; each++) minute.sums[each]!--
    minute.nearest = -1
    for (let each = 0; each < minute.count; each++) {
      if (minute.nearest < 0 || minute.km[each]! < minute.km[minute.nearest]!) minute.nearest = each
    }
    return radius
  }

  /** Lets go of minutes that ended before that second. */
  forgetBefore(second: number): void {
    const oldest = Math.floor(second / MINUTE_S)
    for (const [key, minute] of this.#minutes) if (key < oldest || minute.count === 0) this.#minutes.delete(key)
  }

  /** Unix ms of the latest strike within a radius; -Infinity where none is held. */
  lastMs(radius: number): number {
    let lastMs = Number.NEGATIVE_INFINITY
    for (const minute of this.#minutes.values()) {
      if (minute.sums[radius] === 0 || minute.startMs + MINUTE_S * 1_000 < lastMs) continue
      for (let i = 0; i < minute.count; i++) {
        if (minute.radius[i]! <= radius) lastMs = Math.max(lastMs, minute.startMs + minute.offsetMs[i]!)
      }
    }
    return lastMs
  }

  /** Adds to `counts` how many lay within each radius from `second` on. */
  countSince(second: number, counts: Uint32Array): void {
    const first = Math.floor(second / MINUTE_S)
    for (const [key, minute] of this.#minutes) {
      if (key < first) continue
      if (key > first) {
        for (let radius = 0; radius < this.#radii; radius++) counts[radius]! += minute.sums[radius]!
        continue
      }
      const from = second - key * MINUTE_S
      for (let i = 0; i < minute.count; i++) {
        if (minute.secondOf(i) < from) continue
        for (let radius = minute.radius[i]!; radius < this.#radii; radius++) counts[radius]!++
      }
    }
  }

  /** The nearest strike from one second up to, not including, another. */
  nearest(fromSecond: number, toSecond = Number.POSITIVE_INFINITY): NearestStrike | null {
    let bestKm = Number.POSITIVE_INFINITY
    let found: Minute | null = null
    let at = 0
    for (const [key, minute] of this.#minutes) {
      const start = key * MINUTE_S
      if (start >= toSecond || start + MINUTE_S <= fromSecond || minute.nearest < 0) continue
      if (minute.km[minute.nearest]! >= bestKm) continue
      const isWhole = start >= fromSecond && start + MINUTE_S <= toSecond
      for (let i = isWhole ? minute.nearest : 0; i < (isWhole ? minute.nearest + 1 : minute.count); i++) {
        if (minute.km[i]! >= bestKm) continue
        const second = start + minute.secondOf(i)
        if (second < fromSecond || second >= toSecond) continue
        bestKm = minute.km[i]!
        found = minute
        at = i
      }
    }
    return found && { km: bestKm, bearingDeg: found.bearingDeg[at]!, atMs: found.startMs + found.offsetMs[at]! }
  }
}

function minuteOf(timeMs: number): number {
  return Math.floor(Math.ceil(timeMs / 1_000) / MINUTE_S)
}

function doubled<T extends Float64Array | Float32Array | Uint8Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(column.length * 2)
  larger.set(column)
  return larger
}
