import type { ChannelOf } from '../web/channel.ts'
import type { UsageExchange } from '../web/usage-exchange.ts'
import type { ForwardedAnswer, ForwardedRequest } from './questions.ts'
import type { WatchTerms } from './watch/led-watch.ts'
import type { SharedWatchStore } from './watch/shared-watch-store.ts'

/** Access of the server to the shared alarms. */
export interface ClusterWatch {
  store: SharedWatchStore
  /** Sets begin and end of the alarm engine. Call it before the source is started. */
  setTerms(terms: WatchTerms): void
  /** Whether this process answers requests about alarms. */
  isOpen(): boolean
  /** Whether changes are refused, as too many wait to be written. */
  isFull(): boolean
  /** The leader's response; null without a leader. Rejects with a `ContractError` if the request is too long, or may have been executed. */
  ask(request: ForwardedRequest): Promise<ForwardedAnswer | null>
  /** Sets the responder to requests of other processes. */
  answerBy(answer: (request: ForwardedRequest) => Promise<ForwardedAnswer>): void
}

/** This process as a part of the cluster. */
export interface Cluster {
  leads(): boolean
  /** Number of the latest message read from the log. */
  readNumber(): number
  /** Lets another process lead at once. This one continues to serve its viewers. Idempotent. */
  handOver(): Promise<void>
  /** Notifies once for each NATS outage of this process: its viewers may find a process without one. */
  onCutOff(listener: () => void): () => void
  /** Whether new viewers are refused, so that they find another process. */
  sendsAway(): boolean
  /** Whether another process may know more, for load balancers. Viewers are still admitted. */
  mayKnowLess(): boolean
  channel: ChannelOf
  /** Use of limits at other processes. */
  use: UsageExchange
  watch: ClusterWatch
}
