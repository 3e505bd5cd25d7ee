import { destination } from '../../core/geo/geo.ts'
import { placeOf } from '../watch-kit.ts'

/** A storm that moves from place to place, equal for each process: into the largest ring, then into the smallest. */

const STEP_MS = 200
const PLACES = 4_000
const ROW = 700
const FIRST_KM = 12
const SECOND_KM = 3
/** Once it is over, levels end all the time. */
const HOLD_MIN = 2

/** In rows from west to east, each place farther from its neighbours than any ring reaches. */
export const STORM_PLACES = Array.from({ length: PLACES }, (_, i) => {
  const coordinates = [-175 + (i % ROW) / 2, -20 + Math.floor(i / ROW)] as const
  return placeOf(`p${i}`, { holdMin: HOLD_MIN, geometry: { type: 'Point', coordinates } })
})

/** Strikes from the start of the storm up to a moment, Unix ms. */
export function struckBy(nowMs: number, beganMs: number) {
  const count = Math.min(PLACES * 2, Math.floor((nowMs - beganMs) / STEP_MS))
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const [lon, lat] = STORM_PLACES[Math.floor(i / 2)]!.geometry.coordinates as readonly [number, number]
    const at = destination({ lat, lon }, 0, i % 2 === 0 ? FIRST_KM : SECOND_KM)
    return { ...at, time: BigInt(beganMs + (i + 1) * STEP_MS) * 1_000_000n }
  })
}

/** The alarms that the strikes up to a moment raise, in order: `p7 alarm`. */
export function alarmsOf(nowMs: number, beganMs: number): string[] {
  return struckBy(nowMs, beganMs).map((_, i) => `p${Math.floor(i / 2)} ${i % 2 === 0 ? 'alert' : 'alarm'}`)
}

/** The complete log of a storm that stopped at `nowMs`, once all levels ended. */
export function raisedBy(nowMs: number, beganMs: number): string[] {
  const struck = alarmsOf(nowMs, beganMs)
  const places = new Set(struck.map((each) => each.split(' ')[0]))
  return [...struck, ...[...places].map((id) => `${id} quiet`)]
}
