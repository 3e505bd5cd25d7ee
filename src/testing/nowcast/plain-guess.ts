import { KM_PER_DEG, RAD } from '../../core/geo/geo.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

/**
 * The baseline of a nowcast: one motion for a whole box. It selects the displacement with the best overlap between the
 * strikes of 10 to 30 minutes ago and those of the last 10, smoothed over updates; each strike of the last 10 minutes
 * then moves with it.
 */

const SPEED_MAX_KMH = 110
const STEP_KMH = 4
const KERNEL_KM = 15
/** Weight of the previous motion, five minutes ago. */
const KEPT = 0.8
const RECENT_MS = 10 * MINUTE_MS
const OLD_MS = 30 * MINUTE_MS

export interface PlainStrike {
  timeMs: number
  lat: number
  lon: number
}

/** A velocity, km/h. */
interface Motion {
  east: number
  north: number
}

/** Updates the motion of a box; called once every five minutes with the strikes of the last half hour. */
export function createPlainGuess(): (strikes: readonly PlainStrike[], nowMs: number) => Motion {
  let motion: Motion | null = null
  return (strikes, nowMs) => {
    const recent = strikes.filter(({ timeMs }) => timeMs >= nowMs - RECENT_MS && timeMs < nowMs)
    const old = strikes.filter(({ timeMs }) => timeMs >= nowMs - OLD_MS && timeMs < nowMs - RECENT_MS)
    const best = bestMotion(old, recent)
    if (best && motion) {
      motion = {
        east: KEPT * motion.east + (1 - KEPT) * best.east,
        north: KEPT * motion.north + (1 - KEPT) * best.north,
      }
    } else motion = best ?? motion
    return motion ?? { east: 0, north: 0 }
  }
}

function bestMotion(old: readonly PlainStrike[], recent: readonly PlainStrike[]): Motion | null {
  const pairs = old.flatMap((from) =>
    recent.map((to) => ({ ...offsetKm(from, to), hours: (to.timeMs - from.timeMs) / (60 * MINUTE_MS) })),
  )
  const near = pairs.filter(({ x, y, hours }) => Math.hypot(x, y) < SPEED_MAX_KMH * hours + KERNEL_KM)
  let best: Motion | null = null
  let most = 0
  const edge = Math.floor(SPEED_MAX_KMH / STEP_KMH) * STEP_KMH
  for (let east = -edge; east <= edge; east += STEP_KMH) {
    for (let north = -edge; north <= edge; north += STEP_KMH) {
      if (Math.hypot(east, north) > SPEED_MAX_KMH) continue
      let sum = 0
      for (const { x, y, hours } of near) {
        const off2 = (x - east * hours) ** 2 + (y - north * hours) ** 2
        if (off2 < KERNEL_KM ** 2) sum += 1 - Math.sqrt(off2) / KERNEL_KM
      }
      if (sum <= most) continue
      most = sum
      best = { east, north }
    }
  }
  return best
}

/** Whether one of the strikes of the last ten minutes passes within `radiusKm` of a place within `minutes`. */
export function isPassed(
  place: { lat: number; lon: number },
  recent: readonly PlainStrike[],
  { east, north }: Motion,
  radiusKm: number,
  minutes: number,
): boolean {
  const speed2 = east * east + north * north
  return recent.some((strike) => {
    const { x, y } = offsetKm(strike, place)
    const hours = speed2 === 0 ? 0 : Math.max(0, Math.min(minutes / 60, (x * east + y * north) / speed2))
    return (x - east * hours) ** 2 + (y - north * hours) ** 2 <= radiusKm * radiusKm
  })
}

function offsetKm(from: { lat: number; lon: number }, to: { lat: number; lon: number }): { x: number; y: number } {
  const cos = Math.cos(((from.lat + to.lat) / 2) * RAD)
  return { x: (to.lon - from.lon) * KM_PER_DEG * cos, y: (to.lat - from.lat) * KM_PER_DEG }
}
