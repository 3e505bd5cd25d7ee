/** What one application may use at a time (DL §8). `Infinity` lifts a limit. */
export interface ApplicationLimits {
  requestsPerSecond: number
  sockets: number
}

/** Who is asking: the unit that limits and points are counted for. */
export interface Application {
  /** Its name in ledgers and logs; never the key. */
  id: string
  /** How it showed itself. Only a key is traded for a token (DL §4.1). */
  by: 'key' | 'token'
  limits: ApplicationLimits
  /** The sign-in that it ends with, where it came by one. */
  signIn?: string
}

/** The products that DL §4.1 has a token endpoint for. */
export type TokenProduct = 'lightning' | 'metar'
