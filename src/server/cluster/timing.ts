import { HOUR_MS } from '../../core/time/durations.ts'

/** Times that several parts of a cluster go by. What is of one part alone stands in its file. */

/** What failed is tried again. */
export const TRY_AGAIN_MS = 200
/** How often a part looks whether it has something to do. */
export const LOOK_EVERY_MS = 250
/** What others need to know of a process is said this often. */
export const SAY_EVERY_MS = 1_000
/** Of two processes that may do the same the preferred one goes first by this much. */
export const GOES_FIRST_MS = 1_000
/** A batch of either line, an empty one too, comes each second: a line without one for so long is not live. */
export const LIVE_WITHIN_MS = 3_500
/** What others may have changed without being heard is read this often. */
export const CHECK_EVERY_MS = 5_000
/** Nothing that waits for a stream waits for longer; the stream gets another server then. NATS 2.9 elects within 4 to 9 s. */
export const STUCK_MS = 6_000
/** What did not come within this time does not come: the word of a leader, what was written, a batch of an open socket. */
export const LOST_AFTER_MS = 10_000
/** What is final is kept for processes with an empty disk this often. */
export const KEEP_EVERY_MS = 15_000
/** A process that was away for longer has what came meanwhile from what is kept, not from a log. */
export const AWAY_MOST_MS = 6 * HOUR_MS
