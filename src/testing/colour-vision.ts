/** Simulates the three common types of colour blindness at full strength, and measures colour differences. */

export type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia'
export const VISIONS: readonly Vision[] = ['normal', 'protanopia', 'deuteranopia', 'tritanopia']

type Triple = readonly [number, number, number]

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const SEEN: Record<Exclude<Vision, 'normal'>, readonly [Triple, Triple, Triple]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** CIEDE2000 difference of `#rrggbb` colours under a type of vision: about 2 is barely visible, 10 is obvious. */
export function perceivedDifference(a: string, b: string, vision: Vision): number {
  return ciede2000(labOf(a, vision), labOf(b, vision))
}

/** Lightness from 0 to 100 under a type of vision. */
export function perceivedLightness(hex: string, vision: Vision): number {
  return labOf(hex, vision)[0]
}

function labOf(hex: string, vision: Vision): Triple {
  const linear = [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Triple
  const seen = vision === 'normal' ? linear : (SEEN[vision].map((row) => clamp(dot(row, linear))) as unknown as Triple)
  const x = dot([0.4124564, 0.3575761, 0.1804375], seen) / 0.95047
  const y = dot([0.2126729, 0.7151522, 0.072175], seen)
  const z = dot([0.0193339, 0.119192, 0.9503041], seen) / 1.08883
  const [fx, fy, fz] = [x, y, z].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116))
  return [116 * fy! - 16, 500 * (fx! - fy!), 200 * (fy! - fz!)]
}

/** Sharma, Wu and Dalal 2005. */
function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const c7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7
  const g = 0.5 * (1 - Math.sqrt(c7 / (c7 + 25 ** 7)))
  const ap1 = a1 * (1 + g)
  const ap2 = a2 * (1 + g)
  const cp1 = Math.hypot(ap1, b1)
  const cp2 = Math.hypot(ap2, b2)
  const hp1 = hueDeg(ap1, b1)
  const hp2 = hueDeg(ap2, b2)
  const grey = cp1 * cp2 === 0
  let dh = grey ? 0 : hp2 - hp1
  if (dh > 180) dh -= 360
  if (dh < -180) dh += 360
  const dH = 2 * Math.sqrt(cp1 * cp2) * sinDeg(dh / 2)
  const lm = (l1 + l2) / 2
  const cm = (cp1 + cp2) / 2
  let hm = grey ? hp1 + hp2 : (hp1 + hp2) / 2
  if (!grey && Math.abs(hp1 - hp2) > 180) hm += hp1 + hp2 < 360 ? 180 : -180
  const t = 1 - 0.17 * cosDeg(hm - 30) + 0.24 * cosDeg(2 * hm) + 0.32 * cosDeg(3 * hm + 6) - 0.2 * cosDeg(4 * hm - 63)
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2)
  const sc = 1 + 0.045 * cm
  const sh = 1 + 0.015 * cm * t
  const rt = -2 * Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7)) * sinDeg(60 * Math.exp(-(((hm - 275) / 25) ** 2)))
  const dl = (l2 - l1) / sl
  const dc = (cp2 - cp1) / sc
  const dhs = dH / sh
  return Math.sqrt(dl * dl + dc * dc + dhs * dhs + rt * dc * dhs)
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const clamp = (value: number) => Math.max(0, Math.min(1, value))
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const hueDeg = (a: number, b: number) =>
  a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0)
const sinDeg = (deg: number) => Math.sin((deg * Math.PI) / 180)
const cosDeg = (deg: number) => Math.cos((deg * Math.PI) / 180)
