import type { ChannelOf } from './channel.ts'

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
  /** Whether whoever comes is to look for another process. */
  sendsAway(): boolean
  /** By which what is of each process alone is told to the others. */
  channel: ChannelOf
}
