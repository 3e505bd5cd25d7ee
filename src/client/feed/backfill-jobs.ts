import type { Clock } from '../../core/time/clock.ts'
import type { Span } from '../../core/time/spans.ts'

/** A period to be had from history, from its end backwards. */
export interface BackfillJob extends Span {
  /** The end of what is still to be had: it moves back as slices come. */
  toMs: number
  /** How far before the beginning and beyond the end is asked as well. */
  seamBeforeMs: number
  seamAfterMs: number
}

/** The periods that are still to be had. */
export interface BackfillJobs {
  add(job: BackfillJob): void
  /** The newest one of which anything is still of use. */
  next(): BackfillJob | undefined
  pending(): Span[]
  clear(): void
}

/** Nothing older than `keepMs` is of use. */
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
