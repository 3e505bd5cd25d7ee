/** Small named texts kept through restarts, such as spent points. Calls take effect in order. */
export interface Notes {
  /** Null if no text has this name. */
  get(name: string): Promise<string | null>
  /** Resolves once stored; a text that cannot be stored now stays in memory, where `get` finds it. Never rejects. */
  set(name: string, value: string): Promise<void>
  /** Deletes texts with this name prefix, except `keep`. Never rejects. */
  trim(beginning: string, keep: string): Promise<void>
}
