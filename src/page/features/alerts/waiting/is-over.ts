import type { AlertMemory } from '../../../../core/airports/alert-rules.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import type { LoggedAlert } from '../alert-store.ts'
import { isStrike } from '../alert-words.ts'

/** A storm that was expected and has not come so long after that is no longer expected. */
const EXPECTED_FOR_MS = 30 * MINUTE_MS

/** What is known now: the hold timer of the alert's airport or place, and the levels of the page's own rules. */
interface Known {
  holdTimer: HoldTimer | null
  memory: AlertMemory
  nowMs: number
}

/**
 * Whether what an alert tells of is known to have ended: no ring of the airport or place has had a strike for its hold time, all
 * of which was observed; the trouble of another kind is no longer found; the time of an expected storm has passed.
 */
export function isOver(alert: LoggedAlert, { holdTimer, memory, nowMs }: Known): boolean {
  const { kind, icao, atMs, alarm } = alert
  if (isStrike(alert)) return holdTimer?.rings.every(({ hold }) => hold.kind === 'quiet') ?? false
  if (alarm?.stage === 'approach') {
    const likelyMs = alarm.arrival ? Date.parse(alarm.arrival.likely) : atMs
    return nowMs > likelyMs + EXPECTED_FOR_MS
  }
  if (kind === 'strike') return false // what else the server says of lightning tells of no trouble that ends
  return memory[`${icao ?? ''}/${kind}`]?.level === 0
}
