import type { Alarm, Row } from '../../../contract/watch/alarms.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { AlarmLine } from '../../live/alarms/alarm-log.ts'

/** Maximum wait for the first data of a server. */
const STARTS_MS = 45_000
/** A stream that broke may be back by then. */
const SILENT_MS = 15_000
/** A stream that is dead is known to be so before this. */
const UNSAID_MS = 75_000
const HELD_MAX = 300

/** Whether the server's rows are available. */
export function isServerReachable(line: AlarmLine, nowMs: number, openedMs: number): boolean {
  if (line.kind === 'broken') return nowMs - line.sinceMs < SILENT_MS
  return line.kind === 'live' || nowMs - openedMs < STARTS_MS
}

/** Whether two rows are of the same change: a late strike may have changed the times. */
export function isSameChange(a: Alarm, b: Alarm): boolean {
  if (a.id === b.id) return true
  return (
    a.place?.id === b.place?.id &&
    a.ladder === b.ladder &&
    a.own === b.own &&
    a.step === b.step &&
    a.changed?.[0] === b.changed?.[0] &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) < MINUTE_MS
  )
}

/**
 * The rows of the page's own engine to report: none while the server is reachable; afterwards also those that it had
 * not sent before. Each once.
 */
export function createFallback(): (
  found: readonly Row[],
  at: { nowMs: number; isHeard: boolean; told: readonly Alarm[] },
) => readonly Row[] {
  let unsaid: Row[] = []
  return (found, { nowMs, isHeard, told }) => {
    const held = unsaid.filter(({ at }) => nowMs - Date.parse(at) <= UNSAID_MS)
    if (isHeard) {
      unsaid = [...held, ...found].slice(-HELD_MAX)
      return []
    }
    unsaid = []
    return [...held, ...found].filter((row) => !told.some((other) => isSameChange(row, other)))
  }
}
