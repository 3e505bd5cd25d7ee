import { draw } from '../fields/fields-noise.ts'

/** Lifetime and satellite signature of fires by kind. */
export interface FireKind {
  name: 'agricultural' | 'forest' | 'steppe'
  /** A cluster lives within one period of this many days. */
  periodDays: number
  /** Detectable pixels of a cluster at its height. */
  pixels: [least: number, most: number]
  /** Half the size of a cluster; a steppe fire is a line of this half length. */
  spreadDeg: number
}

export const FIRE_KINDS: FireKind[] = [
  { name: 'agricultural', periodDays: 1, pixels: [1, 14], spreadDeg: 0.28 },
  { name: 'forest', periodDays: 7, pixels: [3, 90], spreadDeg: 0.06 },
  { name: 'steppe', periodDays: 2, pixels: [2, 34], spreadDeg: 0.12 },
]

interface Regime {
  kind: FireKind['name']
  box: [south: number, west: number, north: number, east: number]
  /** Chance of a cluster in a 1° cell and period, by month from January, in percent. */
  months: number[]
}

const REGIMES: Regime[] = [
  { kind: 'agricultural', box: [42, 121, 49, 134], months: [1, 3, 18, 30, 10, 5, 4, 4, 8, 35, 30, 4] },
  { kind: 'agricultural', box: [32, 112, 39, 122], months: [6, 6, 8, 8, 10, 30, 14, 8, 9, 16, 9, 6] },
  { kind: 'agricultural', box: [21, 104, 31, 121], months: [22, 24, 20, 16, 12, 9, 12, 13, 12, 14, 16, 20] },
  { kind: 'agricultural', box: [10, 94, 24, 109], months: [35, 60, 85, 60, 14, 6, 4, 4, 4, 6, 10, 20] },
  { kind: 'forest', box: [15, 96, 24, 104], months: [4, 14, 30, 20, 3, 0, 0, 0, 0, 0, 0, 1] },
  { kind: 'steppe', box: [44, 104, 54, 122], months: [0, 0, 6, 18, 16, 5, 2, 2, 5, 8, 2, 0] },
  { kind: 'forest', box: [52, 92, 67, 142], months: [0, 0, 0, 3, 9, 14, 20, 17, 6, 1, 0, 0] },
  { kind: 'steppe', box: [45, 48, 56, 82], months: [0, 0, 3, 16, 10, 8, 12, 16, 14, 6, 1, 0] },
  { kind: 'agricultural', box: [28, 73, 32, 79], months: [3, 3, 5, 30, 40, 6, 2, 1, 10, 70, 60, 6] },
  { kind: 'agricultural', box: [15, 75, 26, 87], months: [10, 18, 30, 30, 18, 3, 1, 1, 2, 6, 10, 10] },
  { kind: 'forest', box: [-9, 96, 5, 119], months: [2, 3, 4, 2, 2, 4, 10, 16, 18, 14, 4, 2] },
  { kind: 'steppe', box: [-20, 115, -11, 145], months: [1, 1, 2, 8, 14, 14, 14, 16, 20, 22, 14, 4] },
  { kind: 'agricultural', box: [4, -16, 13, 40], months: [75, 55, 35, 15, 5, 2, 1, 1, 2, 10, 45, 80] },
  { kind: 'agricultural', box: [-19, 12, -4, 38], months: [2, 2, 3, 8, 30, 65, 80, 80, 65, 35, 10, 3] },
  { kind: 'forest', box: [-22, -66, -4, -44], months: [2, 2, 3, 3, 4, 7, 12, 28, 30, 16, 8, 4] },
  { kind: 'forest', box: [36, -125, 60, -105], months: [0, 0, 0, 1, 4, 6, 11, 13, 9, 4, 1, 0] },
  { kind: 'agricultural', box: [29, -97, 36, -79], months: [14, 22, 26, 14, 6, 4, 4, 5, 7, 10, 12, 10] },
  { kind: 'agricultural', box: [44, 22, 54, 44], months: [1, 2, 20, 24, 6, 4, 16, 20, 14, 8, 2, 1] },
  { kind: 'forest', box: [35, -9, 44, 30], months: [2, 3, 5, 3, 2, 4, 9, 11, 7, 4, 2, 2] },
]

/** Everywhere green, now and then. */
const ELSEWHERE_PERCENT = 2.5

/** The chance that a cluster of `kind` burns in this 1° cell during a period in `month` (0 to 11). */
export function fireChance(kind: FireKind, lat: number, lon: number, month: number, aridity: number): number {
  if (Math.abs(lat) > 70) return 0
  let percent = kind.name === 'agricultural' ? ELSEWHERE_PERCENT : 0
  for (const regime of REGIMES) {
    if (regime.kind !== kind.name) continue
    const [south, west, north, east] = regime.box
    if (lat >= south && lat < north && lon >= west && lon < east) percent = Math.max(percent, regime.months[month]!)
  }
  return (percent / 100) * (1 - 0.85 * aridity)
}

/** A size between the least and the most of the kind; most are small, a few large. */
export function clusterPixels(kind: FireKind, base: number, salt: number): number {
  const [least, most] = kind.pixels
  return Math.round(least + (most - least) * draw(base, salt) ** 3)
}
