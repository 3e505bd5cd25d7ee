/** A minute that is final, as it is stored: what was there when it was sealed, and what came afterwards. */
export interface SealedMinute {
  /** Counted since 1970. */
  minute: number
  /** In frames; the one that is compact is what stood when the minute was sealed. */
  parts: readonly { compact: boolean; count: number; frames: Uint8Array }[]
  /** Of those strikes the ones that came late, once more, by the newest strike that was known then (Unix ms). */
  late: readonly { afterMs: number; frames: Uint8Array }[]
}

/** Final minutes as they go from one history to another. */
export interface SealedStore {
  /** Minutes before this one are final. */
  to(): Promise<number>
  /** Null where there is nothing. Rejects while some of it is not written yet. */
  read(minute: number): Promise<SealedMinute | null>
  /** Takes minutes in, all or none, beside what is there of them; answers whether they are kept. */
  adopt(minutes: readonly SealedMinute[]): Promise<boolean>
  /** From now on minutes before that one are final: what is missing of them comes by `adopt`. */
  sealTo(minute: number): Promise<void>
}
