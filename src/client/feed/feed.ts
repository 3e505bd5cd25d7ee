import type { Unsubscribe } from '../../core/util/emitter.ts'
import type { LineFault } from './line/line-fault.ts'

/** A live line to one product of a contract server: `client/feed/strike-feed.ts` and `client/feed/report-feed.ts`. */
export interface Feed<Event> {
  /** Opens the line; safe to call twice. */
  start(): void
  subscribe(listener: (event: Event) => void): Unsubscribe
  status(): FeedStatus
  /** Closes for good; safe to call twice. */
  close(): void
}

export type FeedState =
  | 'connecting' // first attempt, or after a break
  | 'live' // subscribed, and heard from within its time
  | 'source-down' // the line lives, and the relay says that its own source is silent
  | 'down' // no line; trying again
  | 'waiting-for-slot' // 4009: all sockets of the application are taken; REST is polled meanwhile
  | 'closed'

export interface FeedStatus {
  state: FeedState
  /** Unix ms since when it is in this state. */
  sinceMs: number
  /** Unix ms of the last data-bearing message (an empty lightning batch counts), or null before the first. */
  lastDataMs: number | null
  /** How often a subscription took the place of an earlier one; attempts that fail don't count. */
  reconnects: number
  /** The last failure in words, without any secret; null while none. */
  lastError: string | null
  /** The kind of the last failure of the line itself; null while none. */
  fault: LineFault | null
  /** Sockets this feed holds: 1, or 2 during a make-before-break handover. */
  sockets: number
  /** Records and frames set aside. */
  setAside: { badRecords: number; unknownMessages: number; malformedFrames: number; duplicates: number }
}

/** Events of a feed whose records are `R`. */
export type FeedEvent<R> =
  /** New records, each once; `join` ones come from REST and fill what the line missed. An empty live batch is a heartbeat. */
  | { kind: 'records'; records: R[]; from: 'live' | 'join' }
  | { kind: 'status'; status: FeedStatus }
  /** Everything of a period, Unix ms, is had now, but for gaps told of it later; the line itself goes on from there. */
  | { kind: 'observed'; fromMs: number; toMs: number }
  /** Of a period, Unix ms, that may have been told as observed something is missing, until it is told again, or as a gap. */
  | { kind: 'missing'; fromMs: number; toMs: number }
  /** A period, Unix ms, of which nothing can be had any more; `byServer` where it is a relay that went without it. */
  | { kind: 'gap'; fromMs: number; toMs: number; byServer?: true }
