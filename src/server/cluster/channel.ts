/** What any of the processes may say to all the others. */
export interface Channel<T> {
  /** Lost where NATS is away. */
  say(value: T): void
  /** Hears what others say; `by` names the process, anew with each start. */
  on(listener: (value: T, by: string) => void): () => void
}

/** What each process says of itself four times a second: that it is there, and whether it may not come to lead, as while it begins and where it ends. */
export type There = null | 'leads-not'

/** A channel of the processes by its name. */
export type ChannelOf = <T>(of: string) => Channel<T>
