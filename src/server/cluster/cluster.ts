import type { OthersUse } from '../web/others-use.ts'
import type { ChannelOf } from './channel.ts'
import type { ForwardedAnswer, ForwardedRequest } from './watch/forwarding.ts'
import type { WatchTerms } from './watch/led-watch.ts'
import type { SharedWatchStore } from './watch/shared-watch-store.ts'

/** The alarms as far as this process has a part in them. */
export interface ClusterWatch {
  store: SharedWatchStore
  /** What begins and ends with leading. To be said before the source is started. */
  setTerms(terms: WatchTerms): void
  /** Whether what is asked of the watch is answered here. */
  isOpen(): boolean
  /** Whether so much waits to be written that no change can be taken now. */
  isFull(): boolean
  /** The answer of the process that leads; null where none does. Rejects where the request is too long. */
  ask(request: ForwardedRequest): Promise<ForwardedAnswer | null>
  /** By what this process answers others while it leads. */
  answerBy(answer: (request: ForwardedRequest) => Promise<ForwardedAnswer>): void
}

/** The part of this process in what several share. */
export interface Cluster {
  /** Whether this process has the upstream's sockets. */
  leads(): boolean
  /** The number of the latest message of the log that has been read here. */
  readNumber(): number
  /** Lets another process lead at once; this one goes on telling its viewers what that one hears. Safe to call twice. */
  handOver(): Promise<void>
  /** Hears once of each time that this process does not reach the others: its viewers may find one that does. */
  onCutOff(listener: () => void): () => void
  /** Whether whoever comes is not let in, and is to look for another process. */
  sendsAway(): boolean
  /** Whether another process may know more: for whoever spreads viewers. One who comes all the same is let in. */
  mayKnowLess(): boolean
  /** By which what is of each process alone is told to the others. */
  channel: ChannelOf
  /** What viewers do at the others, as far as it counts here. */
  use: OthersUse
  watch: ClusterWatch
}
