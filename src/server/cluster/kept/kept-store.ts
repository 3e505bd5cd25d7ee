/** What the processes of a cluster keep together of the past, by key: the last of each key, for as long as the history. */
export interface KeptStore {
  keys(): Promise<string[]>
  /** Null where there is nothing, or nothing any more. */
  get(key: string): Promise<Uint8Array | null>
  /** The number of the latest writing, of whatever key. */
  last(): Promise<number>
  /**
   * Writes right after the writing numbered `after`, and answers its own number; null where another one stands there:
   * somebody else writes. Rejects where it can't be told what became of it.
   */
  put(key: string, bytes: Uint8Array, after: number): Promise<number | null>
  /** Lets go of all that is there. */
  purge(): Promise<void>
}
