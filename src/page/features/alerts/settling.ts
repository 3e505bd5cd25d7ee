import type { Span } from '../../../core/time/spans.ts'

/** Nothing of the past has been on its way for so long: it is all here. */
const STEADY_MS = 2_000
/** A history that does not come keeps nobody waiting. */
const WAITS_AT_MOST_MS = 12_000

interface Line {
  status(): { lastDataMs: number | null }
  pending(): readonly Span[]
}

/**
 * Whether the strikes of before the page was opened are here: until then the rings fill from a storm that is no news,
 * and each of them would be told as if it had just been struck. Asked once a second; once settled, for good.
 */
export function createSettling(line: Line): (nowMs: number, holdMs: number) => boolean {
  let firstMs: number | null = null
  let steadySinceMs: number | null = null
  let isSettled = false
  return (nowMs, holdMs) => {
    if (isSettled) return true
    firstMs ??= nowMs
    const isComing = line.pending().some(({ toMs }) => toMs > nowMs - holdMs)
    if (line.status().lastDataMs === null || isComing) steadySinceMs = null
    else steadySinceMs ??= nowMs
    isSettled = nowMs - firstMs >= WAITS_AT_MOST_MS || (steadySinceMs !== null && nowMs - steadySinceMs >= STEADY_MS)
    return isSettled
  }
}
