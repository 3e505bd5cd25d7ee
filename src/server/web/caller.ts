/** Identity of an admitted request. */
export interface Who {
  /** Null without a name, or if no name is required. */
  name: string | null
  /** False for a wall display. */
  isPerson: boolean
  /** Claims of the identity provider. */
  claims: Readonly<Record<string, unknown>>
}

export interface Caller {
  /** The sign-in that admitted the caller; null without one. */
  signIn: string | null
  who: Who
}

/** Hono variables set once the caller is known. */
export interface CallerEnv {
  Variables: { caller: Caller }
}
