import { parseInstantMs } from '../../../contract/time.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** An invalid moment of a link, and the reason. */
export type InvalidTimeLink =
  | { kind: 'unreadable'; text: string }
  | { kind: 'future'; atMs: number }
  | { kind: 'before'; atMs: number; oldestMs: number }

const TEXT_MAX = 40
/** Tolerated difference between the clocks of two users. */
const SLACK_MS = MINUTE_MS

/** Checks the moment in the URL; null if valid. `oldestMs`: start of the retained history. */
export function invalidTimeLink(asked: string | null, nowMs: number, oldestMs: number): InvalidTimeLink | null {
  if (asked === null) return null
  const atMs = parseInstantMs(asked)
  if (atMs === null) return { kind: 'unreadable', text: asked.slice(0, TEXT_MAX) }
  if (atMs > nowMs + SLACK_MS) return { kind: 'future', atMs }
  return atMs < oldestMs ? { kind: 'before', atMs, oldestMs } : null
}
