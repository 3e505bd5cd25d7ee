import type { Report } from '../metar/report.ts'
import { type HoldTimer, TS_KM, VC_KM, WATCH_MS } from './lightning-hold-timer.ts'

/** Disagreement between a report and the strikes around its airport. Which one is right is for a person to decide. */
export type ReportCheck =
  /** Strikes within the TS distance, but no TS. */
  | { kind: 'ts-missing'; count: number; fromKm: 0; toKm: number }
  /** Strikes within the VCTS distance, but neither VCTS nor TS. */
  | { kind: 'vcts-missing'; count: number; fromKm: number; toKm: number }
  /** Reported thunder without a strike within 16 km for half an hour, completely observed. */
  | { kind: 'ts-stands'; lastMs: number | null }

/** The disagreement; null without one, or with insufficient coverage. */
export function checkReport(
  report: Pick<Report, 'weather'>,
  { thunder: thunderNear, nowMs, watch }: HoldTimer,
): ReportCheck | null {
  const { within8, within16, last16Ms } = thunderNear()
  const thunder = report.weather.filter((code) => code.includes('TS'))
  const isAt = thunder.some((code) => !code.includes('VC'))
  if (within8 > 0) return isAt ? null : { kind: 'ts-missing', count: within8, fromKm: 0, toKm: TS_KM }
  if (within16 > 0)
    return thunder.length > 0 ? null : { kind: 'vcts-missing', count: within16, fromKm: TS_KM, toKm: VC_KM }
  const isWatched = watch.unbrokenSinceMs !== null && watch.unbrokenSinceMs <= nowMs - WATCH_MS
  const isQuiet = isWatched && (last16Ms === null || nowMs - last16Ms >= WATCH_MS)
  return thunder.length > 0 && isQuiet ? { kind: 'ts-stands', lastMs: last16Ms } : null
}
