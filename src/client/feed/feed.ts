import type { Unsubscribe } from '../../core/util/emitter.ts'
import type { LineFault } from './line/line-fault.ts'

/** A live line to one product of a contract server: `client/feed/strike-feed.ts` and `client/feed/report-feed.ts`. */
export interface Feed<Event> {
  /** Opens the line; idempotent. */
  start(): void
  subscribe(listener: (event: Event) => void): Unsubscribe
  status(): FeedStatus
  /** Closes permanently; idempotent. */
  close(): void
}

export type FeedState =
  | 'connecting' // first attempt, or after a break
  | 'live' // subscribed, with a message within the timeout
  | 'source-down' // connected, but the relay reports that its source is silent
  | 'down' // not connected; retrying
  | 'waiting-for-slot' // 4009: the connection limit is reached; REST is polled meanwhile
  | 'closed'

export interface FeedStatus {
  state: FeedState
  /** Unix ms of the last change of state; of `source-down` as the relay reports it, also from before this feed. */
  sinceMs: number
  /** Unix ms of the last data-bearing message (an empty lightning batch counts), or null before the first. */
  lastDataMs: number | null
  /** Number of replaced subscriptions; failed attempts do not count. */
  reconnects: number
  /** The last error, without secrets; null without one. */
  lastError: string | null
  /** Kind of the last failure of the line; null without one. */
  fault: LineFault | null
  /** Sockets this feed holds: 1, or 2 during a make-before-break handover. */
  sockets: number
  /** Dropped records and frames. */
  setAside: { badRecords: number; unknownMessages: number; malformedFrames: number; duplicates: number }
}

export type FeedEvent<R> =
  /** New records, each once; `join` ones come from a REST backfill. An empty live batch is a heartbeat. */
  | { kind: 'records'; records: R[]; from: 'live' | 'join' }
  | { kind: 'status'; status: FeedStatus }
  /** The period, Unix ms, is complete, except for gaps reported later; the line continues from its end. */
  | { kind: 'observed'; fromMs: number; toMs: number }
  /** Part of a possibly observed period, Unix ms, is missing until it is observed again, or becomes a gap. */
  | { kind: 'missing'; fromMs: number; toMs: number }
  /** A lost period, Unix ms; `byServer` if a relay missed it itself. */
  | { kind: 'gap'; fromMs: number; toMs: number; byServer?: true }
