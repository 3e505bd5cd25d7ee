/** Small texts by name that outlive a restart, such as the points spent. Calls take effect in the order they are made. */
export interface Notes {
  /** Null where nothing of that name was noted. */
  get(name: string): Promise<string | null>
  /** Resolves once it is kept; what can't be kept now waits, and is found by `get` all the same. Never rejects. */
  set(name: string, value: string): Promise<void>
  /** Forgets what is noted under names that begin with `beginning`, but for one. Never rejects. */
  trim(beginning: string, keep: string): Promise<void>
}
