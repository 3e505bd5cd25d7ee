/** What any of the processes may say to all the others. */
export interface Channel<T> {
  /** Lost where NATS is away. */
  say(value: T): void
  /** Hears what others say; `by` names the process, anew with each start. */
  on(listener: (value: T, by: string) => void): () => void
}

/** A channel of the processes by its name. */
export type ChannelOf = <T>(of: string) => Channel<T>
