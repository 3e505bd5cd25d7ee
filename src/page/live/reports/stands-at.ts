import { REPORT_OUTDATED_MS, type Report } from '../../../core/metar/report.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'

/** A report is the latest for an hour, and is then shown as outdated for this long; older ones are not shown. */
export const STANDS_MS = REPORT_OUTDATED_MS + HOUR_MS

/** Whether a report was current at a time, Unix ms: observed and received before it, and not outdated. */
export function standsAt({ obsTimeMs, arrivedAtMs }: Report, atMs: number): boolean {
  return obsTimeMs <= atMs && obsTimeMs > atMs - STANDS_MS && (arrivedAtMs ?? 0) <= atMs
}
