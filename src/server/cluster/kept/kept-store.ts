/** Shared store of past data: the latest value of each key, for as long as the history. */
export interface KeptStore {
  keys(): Promise<string[]>
  /** Null if there is none, or it expired. */
  get(key: string): Promise<Uint8Array | null>
  /** Number of the latest write, of any key. */
  last(): Promise<number>
  /** Writes right after write number `after`, and returns its number; null if another write is there. Rejects if the outcome is unknown. */
  put(key: string, bytes: Uint8Array, after: number): Promise<number | null>
  purge(): Promise<void>
}

const READ_AT_ONCE = 16

/** The keys with their values, without expired ones. */
export async function* valuesOf(store: Pick<KeptStore, 'get'>, keys: readonly string[]) {
  for (let at = 0; at < keys.length; at += READ_AT_ONCE) {
    const some = keys.slice(at, at + READ_AT_ONCE)
    const found = await Promise.all(some.map((key) => store.get(key)))
    for (const [i, bytes] of found.entries()) if (bytes) yield [some[i]!, bytes] as const
  }
}
