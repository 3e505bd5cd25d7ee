import type { LatLon } from '../../../core/geo/geo.ts'
import { PULSES_MAX } from '../../ui/motion.ts'

/** An expanding ring around an alert. */
export interface Pulse {
  key: string
  at: LatLon
}

/** The active rings, including those of new alerts: one for each airport or place, for any number of alerts. */
export function withPulses(
  running: readonly Pulse[],
  raised: readonly { icao: string; atMs: number }[],
  spotOf: (id: string) => LatLon | undefined,
): readonly Pulse[] {
  const told = new Map(raised.map(({ icao, atMs }) => [icao, atMs]))
  const pulses = [...running]
  for (const [id, atMs] of told) {
    if (pulses.length >= PULSES_MAX) break
    const at = spotOf(id)
    if (at) pulses.push({ key: `${id}/${atMs}`, at })
  }
  return pulses
}
