import { formatUtc } from '../../contract/time.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { SourceCounters } from './source.ts'

/** Counters of a source without requests. */
export function noCounters(budgetPerDay: number, nowMs: number): SourceCounters {
  const resetsAt = formatUtc((Math.floor(nowMs / DAY_MS) + 1) * DAY_MS)
  return {
    rest: { queued: 0, total: 0, failed: 0 },
    slots: { used: 0 },
    points: { spentToday: 0, budgetPerDay, resetsAt, exhausted: false },
    cache: { entries: 0, hits: 0, misses: 0 },
    setAside: {
      badRecords: 0,
      unknownMessages: 0,
      malformedFrames: 0,
      duplicates: 0,
      impossibleGroups: 0,
      unreadGroups: 0,
    },
  }
}
