/** What any of the processes may say to all the others. */
export interface Channel<T> {
  /** Lost where NATS is away. */
  say(value: T): void
  /** Receives messages of other processes; `by` names the process since its start. */
  on(listener: (value: T, by: string) => void): () => void
}

/** A channel of the processes by its name. */
export type ChannelOf = <T>(of: string) => Channel<T>
