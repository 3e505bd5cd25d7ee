/** An answer of the standard service, as it is held for whoever asks next. */
export interface HeldAnswer {
  status: number
  body: unknown
  /** Unix ms when the source gave it. */
  asOfMs: number
  /** Unix ms; and for how long it was to be fresh from then on. */
  heldMs: number
  freshMs: number
}

/**
 * Answers by question. What is held may be let go of at any time, the longest unused first. A `get` finds what a `put`
 * before it held. Neither rejects: an engine that fails holds nothing.
 */
export interface AnswerStore {
  get(question: string): Promise<HeldAnswer | null>
  /** `keep`: it is worth having after a restart too. */
  put(question: string, answer: HeldAnswer, options?: { keep?: boolean }): Promise<void>
  /** How many are held. */
  count(): Promise<number>
}
