/** A cached response of the standard service. */
export interface HeldAnswer {
  status: number
  body: unknown
  /** Time of the source's response, Unix ms. */
  asOfMs: number
  /** Time of caching, Unix ms, and freshness lifetime from then on. */
  heldMs: number
  freshMs: number
}

/**
 * Response cache by question. Entries may be evicted at any time, least recently used first. A `get` sees earlier
 * `put`s. Neither rejects: a failing engine acts as an empty cache.
 */
export interface AnswerStore {
  get(question: string): Promise<HeldAnswer | null>
  /** `keep`: persist it over a restart. */
  put(question: string, answer: HeldAnswer, options?: { keep?: boolean }): Promise<void>
  count(): Promise<number>
}
