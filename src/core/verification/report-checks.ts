import type { CheckFigures } from '../../contract/verification/accumulations.ts'
import { TS_KM, TS_WINDOW_MS, VC_KM } from '../airports/lightning-hold-timer.ts'
import { ringReach } from '../airports/location-error.ts'

/** Reported thunder: at the aerodrome, in its vicinity, or none. */
export const REPORTED = ['ts', 'vcts', 'none'] as const
export type Reported = (typeof REPORTED)[number]

/** Beyond the vicinity lightning is seen but not heard, and some observers still report VCTS. */
export const SEEN_KM = 30
/** Distance of the nearest stroke in the preceding ten minutes: as for TS, as for VCTS, visible, or none. */
export const STRUCK = ['at', 'vicinity', 'seen', 'none'] as const
const REACH_KM = [TS_KM, VC_KM, SEEN_KM] as const

/**
 * Counts of an airport: reports by reported thunder and, within that, by distance; last, those with insufficient
 * coverage.
 */
export const CHECK_COUNTS = REPORTED.length * STRUCK.length + 1
const LEFT_OUT = CHECK_COUNTS - 1

export interface CheckedReport {
  obsTimeMs: number
  weather: readonly string[]
}

export interface StrokeNear {
  timeMs: number
  km: number
}

/**
 * Compares reports of one airport with the strokes within `SEEN_KM` of it. Thunder is reported if heard within the
 * preceding ten minutes (WMO-No. 306): only those count, and a report is left out if they were not completely observed.
 * With a location accuracy of `errorKm`, a stroke that may be within a distance counts as within it.
 */
export function checkReports(
  reports: readonly CheckedReport[],
  strokes: readonly StrokeNear[],
  isObserved: (fromMs: number, toMs: number) => boolean,
  errorKm = 0,
): number[] {
  const counts = new Array<number>(CHECK_COUNTS).fill(0)
  for (const { obsTimeMs, weather } of reports) {
    const sinceMs = obsTimeMs - TS_WINDOW_MS
    if (!isObserved(sinceMs, obsTimeMs)) {
      counts[LEFT_OUT]!++
      continue
    }
    let nearestKm = Number.POSITIVE_INFINITY
    for (const { timeMs, km } of strokes) {
      if (timeMs > sinceMs && timeMs <= obsTimeMs) nearestKm = Math.min(nearestKm, km)
    }
    const reach = REACH_KM.findIndex((km) => nearestKm <= ringReach(km, errorKm).perhapsKm)
    const struck = reach === -1 ? STRUCK.length - 1 : reach
    counts[REPORTED.indexOf(reportedOf(weather)) * STRUCK.length + struck]!++
  }
  return counts
}

export function reportedOf(weather: readonly string[]): Reported {
  const thunder = weather.filter((code) => code.includes('TS'))
  if (thunder.length === 0) return 'none'
  return thunder.some((code) => !code.includes('VC')) ? 'ts' : 'vcts'
}

export function figuresOf(counts: readonly number[]): CheckFigures {
  const of = (reported: Reported, struck: (typeof STRUCK)[number]) =>
    counts[REPORTED.indexOf(reported) * STRUCK.length + STRUCK.indexOf(struck)] ?? 0
  const hits = of('ts', 'at') + of('vcts', 'vicinity')
  const otherBand = of('ts', 'vicinity') + of('vcts', 'at')
  const missingAt = of('none', 'at')
  const missingVicinity = of('none', 'vicinity')
  const overSeen = of('ts', 'seen') + of('vcts', 'seen')
  const overNone = of('ts', 'none') + of('vcts', 'none')
  const quiet = of('none', 'seen') + of('none', 'none')
  const found = hits + otherBand
  const struck = found + missingAt + missingVicinity
  const told = found + overSeen + overNone
  return {
    reports: struck + overSeen + overNone + quiet,
    hits,
    otherBand,
    missingAt,
    missingVicinity,
    overSeen,
    overNone,
    quiet,
    leftOut: counts[LEFT_OUT] ?? 0,
    pod: share(found, struck),
    far: share(overSeen + overNone, told),
  }
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : Math.round((part / all) * 1e4) / 1e4
}
