import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { isFullDisk } from '../full-disk.ts'
import { codeOf } from './database.ts'

/** Kinds of writes: source records, compaction and sealing, alarms, archived forecasts, hourly sums. */
export type Work = 'received data' | 'stored data' | 'alarms' | 'forecasts' | 'hourly sums'

export type Health = ReturnType<typeof createHealth>

/** On a full disk small writes succeed now and then: it counts as recovered after this time without a failure. */
const STEADY_MS = 10 * SECOND_MS

/** State of the history: each failure is logged once at its beginning and once at its end. */
export function createHealth({ log, clock, dir }: { log: Logger; clock: Clock; dir: string }) {
  const passing = new Map<Work, string>()
  let lasting: string | null = null
  let notice: string | null = null
  /** Begin of the failure and time of the latest failed write, monotonic; null without failure. */
  let failing: { sinceMs: number; lastMs: number } | null = null

  return {
    /** Null once it is in its file. */
    inMemory(why: string | null): void {
      lasting = why
      if (why === null) log.info({ dir }, 'history moved from memory to its file')
      else log.error({ why, dir }, 'history degraded: in memory only')
    },
    /** A repaired fault that an operator should know about. */
    notice(what: string): void {
      notice = what
      log.error({ what, dir }, 'history repaired')
    },
    failed(work: Work, error: unknown): void {
      const why = codeOf(error)
      passing.set(work, `writing ${work} failed (${why}), retrying`)
      const lastMs = clock.monotonicMs()
      const isKnown = failing !== null
      failing = { sinceMs: failing?.sinceMs ?? lastMs, lastMs }
      if (isKnown) return
      if (isFullDisk(error, dir))
        log.error({ why, dir }, 'history degraded: disk full, buffering in memory: free space in DATA_DIR')
      else log.error({ why, dir }, 'history degraded: writes failing, buffering in memory')
    },
    worked(work: Work): void {
      passing.delete(work)
      const nowMs = clock.monotonicMs()
      if (!failing || passing.size > 0 || nowMs - failing.lastMs < STEADY_MS) return
      log.info({ degradedMinutes: Math.round((nowMs - failing.sinceMs) / MINUTE_MS) }, 'history writes recovered')
      failing = null
    },
    state() {
      const troubles = [...(lasting === null ? [] : [lasting]), ...passing.values()]
      return {
        state: troubles.length === 0 ? ('ok' as const) : ('degraded' as const),
        why: troubles.join('; ') || null,
        notice,
      }
    },
  }
}
