/** Reproducible pseudo-random numbers; `Random` is the type of an injected generator. */
export type Random = () => number

/** Uniform in [0, 1), by sfc32 seeded from `seed`. */
export function seededRandom(seed: number | string): Random {
  let a = hash(`${seed}`)
  let b = hash(`${a}.${seed}`)
  let c = hash(`${b}.${seed}`)
  let counter = 1
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()
  return next
}

/** A 32-bit hash of `text` (FNV-1a with a final mix). */
export function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
