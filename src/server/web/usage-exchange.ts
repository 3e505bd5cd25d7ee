/** A client's usage at the other processes, as last reported. */
export interface Elsewhere {
  /** Total per second, or total currently held. */
  count: number
  /** Number of processes that reported usage. */
  processes: number
}

export interface SharedUsage {
  /** Counts one use of a limit of `limit` per second. */
  note(client: string, limit: number): void
  elsewhere(client: string): Elsewhere
}

/** A client, its number of resources here, and its limit. */
export type Held = [client: string, count: number, limit: number]

/** Exchange of usage between processes that share limits. */
export interface UsageExchange {
  done(of: string): SharedUsage
  /** Limits of concurrent resources; `now` returns the current numbers here. */
  held(of: string, now: () => Held[]): Pick<SharedUsage, 'elsewhere'>
}

/** Usage elsewhere for a single process. */
export const NOWHERE: Elsewhere = { count: 0, processes: 0 }

/** The share of `limit` guaranteed to this process if others use up the rest. */
export function fairShare(limit: number, { processes }: Elsewhere): number {
  return limit / (processes + 1)
}
