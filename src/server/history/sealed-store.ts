/** A sealed minute as stored: the strikes at the time of sealing and later additions. */
export interface SealedMinute {
  /** Counted since 1970. */
  minute: number
  /** Frames; the compact part holds the strikes at the time of sealing. */
  parts: readonly { compact: boolean; count: number; frames: Uint8Array }[]
  /** Late strikes, stored a second time by the newest strike known at their arrival (Unix ms). */
  late: readonly { afterMs: number; frames: Uint8Array }[]
}

/** Final minutes as they go from one history to another. */
export interface SealedStore {
  /** Minutes before this one are final. */
  to(): Promise<number>
  /** Null if the minute is empty. Rejects while it has unwritten strikes. */
  read(minute: number): Promise<SealedMinute | null>
  /** Merges minutes into the stored ones, atomically; returns whether they are stored. */
  adopt(minutes: readonly SealedMinute[]): Promise<boolean>
  /** Seals all earlier minutes: missing strikes arrive through `adopt`. */
  sealTo(minute: number): Promise<void>
}
