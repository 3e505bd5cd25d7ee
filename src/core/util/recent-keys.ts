/**
 * Remembers 53-bit keys for at least `spanMs`. They lie in two sets, of which the older is dropped as a whole: that
 * needs neither a timer nor a time for each key.
 */
export class RecentKeys {
  #young = new Set<number>()
  #old = new Set<number>()
  #turnedMs = Number.NEGATIVE_INFINITY
  readonly #spanMs: number

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  /** False where the key is known already. */
  add(key: number, nowMs: number): boolean {
    if (nowMs - this.#turnedMs >= this.#spanMs) {
      this.#old = this.#young
      this.#young = new Set()
      this.#turnedMs = nowMs
    }
    if (this.#young.has(key) || this.#old.has(key)) return false
    this.#young.add(key)
    return true
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }
}

const doubles = new Float64Array(3)
const halves = new Uint32Array(doubles.buffer)

/** A 53-bit key of three numbers: among 100,000 of them two fall together once in a million times. */
export function keyOf(a: number, b: number, c: number): number {
  doubles[0] = a
  doubles[1] = b
  doubles[2] = c
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let i = 0; i < 6; i++) {
    const half = halves[i]!
    high = Math.imul(high ^ half, 0x2c1b3c6d)
    high ^= high >>> 15
    low = Math.imul(low ^ half ^ (high >>> 7), 0x297a2d39)
    low ^= low >>> 13
  }
  return (high >>> 0) * 0x200000 + ((low >>> 0) >>> 11)
}
