import { HOUR_MS } from '../../../core/time/durations.ts'

/** How fast a noise changes: over how many degrees (a divisor of 360) and how many hours. */
export interface NoiseScale {
  degrees: number
  hours: number
}

/** Smooth noise over the globe and time, from -1 to 1 with a mean of 0; the same arguments always give the same value. */
export type Noise = (salt: number, scale: NoiseScale, lat: number, lon: number, ms: number) => number

/** Value noise on a lattice of places and times, blended by a quintic so that it has no creases. */
export function createNoise(seed: number): Noise {
  return (salt, { degrees, hours }, lat, lon, ms) => {
    const columns = Math.round(360 / degrees)
    const x = (lon + 180) / degrees
    const y = (lat + 90) / degrees
    const t = ms / HOUR_MS / hours
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const t0 = Math.floor(t)
    const bx = blend(x - x0)
    const by = blend(y - y0)
    const bt = blend(t - t0)
    const west = ((x0 % columns) + columns) % columns
    const east = (west + 1) % columns
    const base = Math.imul(seed ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
    const before = plane(base, west, east, y0, t0, bx, by)
    return before + (plane(base, west, east, y0, t0 + 1, bx, by) - before) * bt
  }
}

function plane(base: number, west: number, east: number, y: number, t: number, bx: number, by: number): number {
  const south = lattice(base, west, y, t) * (1 - bx) + lattice(base, east, y, t) * bx
  const north = lattice(base, west, y + 1, t) * (1 - bx) + lattice(base, east, y + 1, t) * bx
  return south + (north - south) * by
}

function lattice(base: number, x: number, y: number, t: number): number {
  return mix(base, x, y, t) / 2_147_483_648 - 1
}

/** A 32-bit hash of integers, used as a reproducible random source per station, cluster or report. */
export function mix(base: number, x: number, y = 0, t = 0): number {
  let h = base ^ Math.imul(x | 0, 0x27d4eb2d)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(y | 0, 0x165667b1)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39) ^ Math.imul(t | 0, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The same as a share: uniform in [0, 1). */
export function draw(base: number, x: number, y = 0, t = 0): number {
  return mix(base, x, y, t) / 4_294_967_296
}

function blend(part: number): number {
  return part * part * part * (part * (part * 6 - 15) + 10)
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function ramp(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

export function clamp(low: number, high: number, value: number): number {
  return Math.min(high, Math.max(low, value))
}
