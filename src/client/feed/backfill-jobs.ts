import type { Clock } from '../../core/time/clock.ts'
import type { Span } from '../../core/time/spans.ts'

/** A period to load from history, newest part first. */
export interface BackfillJob extends Span {
  /** End of the remaining part: moves back as slices arrive. */
  toMs: number
  /** Overlaps before the begin and after the end. */
  seamBeforeMs: number
  seamAfterMs: number
}

/** Pending periods. */
export interface BackfillJobs {
  add(job: BackfillJob): void
  /** The newest one that is still useful. */
  next(): BackfillJob | undefined
  pending(): Span[]
  clear(): void
}

/** Periods older than `keepMs` are dropped. */
export function createBackfillJobs(clock: Clock, keepMs: number): BackfillJobs {
  let jobs: BackfillJob[] = []

  return {
    add(job) {
      jobs.push(job)
    },
    next() {
      const sinceMs = clock.now() - keepMs
      jobs = jobs.filter((job) => job.toMs > sinceMs && job.toMs > job.fromMs).sort((a, b) => a.toMs - b.toMs)
      return jobs.at(-1)
    },
    pending: () => jobs.map(({ fromMs, toMs }) => ({ fromMs, toMs })),
    clear() {
      jobs = []
    },
  }
}
