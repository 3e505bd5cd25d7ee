const doubles = new Float64Array(3)
const halves = new Uint32Array(doubles.buffer)

/** A 53-bit hash of three numbers: among 100,000 the probability of a collision is one in a million. */
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
