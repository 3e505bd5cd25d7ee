import { parseInstantMs } from '../../../contract/time.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** A moment that a link asks for and that can't be shown, and why. */
export type InvalidTimeLink =
  | { kind: 'unreadable'; text: string }
  | { kind: 'future'; atMs: number }
  | { kind: 'before'; atMs: number; oldestMs: number }

const TEXT_MAX = 40
/** The clocks of two who show each other something need not agree to the second. */
const SLACK_MS = MINUTE_MS

/** What is wrong with the moment that the address asked for; null where nothing is. `oldestMs`: nothing is kept of before. */
export function invalidTimeLink(asked: string | null, nowMs: number, oldestMs: number): InvalidTimeLink | null {
  if (asked === null) return null
  const atMs = parseInstantMs(asked)
  if (atMs === null) return { kind: 'unreadable', text: asked.slice(0, TEXT_MAX) }
  if (atMs > nowMs + SLACK_MS) return { kind: 'future', atMs }
  return atMs < oldestMs ? { kind: 'before', atMs, oldestMs } : null
}
