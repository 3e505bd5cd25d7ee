/** What a client does, or has, at the other processes that share the viewers, as they said last. */
export interface Elsewhere {
  /** Together, in a second; or held at a time. */
  count: number
  /** How many of them spoke of it. */
  processes: number
}

/** One limit, as far as several processes keep it together. */
export interface UseOf {
  /** Something was done here, of which `limit` may be in a second. */
  note(client: string, limit: number): void
  elsewhere(client: string): Elsewhere
}

/** What is held here by a client, and how much of it may be. */
export type Held = [client: string, count: number, limit: number]

/** By which several processes keep limits of a client together. */
export interface OthersUse {
  /** Of what is done, by the name of the limit. */
  done(of: string): UseOf
  /** Of what is held for a while; `now` tells what is held here. */
  held(of: string, now: () => Held[]): Pick<UseOf, 'elsewhere'>
}

/** Of a process that is alone. */
export const NOWHERE: Elsewhere = { count: 0, processes: 0 }

/** So much of `limit` is this process's in any case, where others use it up. */
export function fairShare(limit: number, { processes }: Elsewhere): number {
  return limit / (processes + 1)
}
