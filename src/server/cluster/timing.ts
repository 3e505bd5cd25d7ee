import { HOUR_MS } from '../../core/time/durations.ts'

/** Times used by several files of a cluster. */

/** Pause before a retry. */
export const TRY_AGAIN_MS = 200
/** Interval of checks. */
export const LOOK_EVERY_MS = 250
/** Interval of messages about the state of a process. */
export const SAY_EVERY_MS = 1_000
/** Head start of the preferred one of two processes. */
export const GOES_FIRST_MS = 1_000
/** Longest wait of a caller, or of a leader that ends, for a write. */
export const WRITES_WITHIN_MS = 2_000
/** A line without a batch for this time is not live: batches come each second, even without strikes. */
export const LIVE_WITHIN_MS = 3_500
/** Interval of reads that find changes whose notification was lost. */
export const CHECK_EVERY_MS = 5_000
/** Longest wait for a stream before it gets another server. NATS 2.9 elects within 4 to 9 s. */
export const STUCK_MS = 6_000
/** Leader messages, appended strikes and batches of an open socket count as lost after this time. */
export const LOST_AFTER_MS = 10_000
/** Interval of copies of final minutes for processes with an empty disk. */
export const KEEP_EVERY_MS = 15_000
/** After a longer absence a process catches up from stored minutes instead of a log. */
export const AWAY_MOST_MS = 6 * HOUR_MS
