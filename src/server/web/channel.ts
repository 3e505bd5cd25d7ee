/** A named channel from each process to all others. */
export interface Channel<T> {
  /** Lost during a NATS outage. */
  say(value: T): void
  /** Receives messages of other processes; `by` names the process since its start. */
  on(listener: (value: T, by: string) => void): () => void
}

export type ChannelOf = <T>(of: string) => Channel<T>
