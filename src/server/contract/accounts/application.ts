/** Limits of one application (DL §8). `Infinity` disables a limit. */
export interface ApplicationLimits {
  requestsPerSecond: number
  sockets: number
}

/** The client that limits and points are counted for. */
export interface Application {
  /** Name in ledgers and logs; never the key. */
  id: string
  /** Kind of credential. Only a key can be exchanged for a token (DL §4.1). */
  by: 'key' | 'token'
  limits: ApplicationLimits
  /** The sign-in that the application depends on, if any. */
  signIn?: string
}

/** The products that DL §4.1 has a token endpoint for. */
export type TokenProduct = 'lightning' | 'metar'
