import type { Report } from '../../../../core/metar/report.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'

/** What arrived longer ago came with the page, or after a break: no news any more. */
const NEWS_MS = MINUTE_MS

/** Whether a special report has only just arrived. */
export function isNewSpeci({ isSpeci, arrivedAtMs }: Pick<Report, 'isSpeci' | 'arrivedAtMs'>, nowMs: number): boolean {
  return isSpeci && arrivedAtMs !== null && nowMs - arrivedAtMs < NEWS_MS
}
