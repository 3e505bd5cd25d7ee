import { API_PATHS } from '../../contract/api-paths.ts'
import type { SignIn, WallSignIn } from '../../contract/server/sign-in.ts'
import { bodyOf, exchange, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'

/** Result of a sign-in by password or link. */
export type SignInOutcome =
  | { kind: 'signed-in' }
  | { kind: 'wrong' }
  /** After too many failures the server rejects attempts for this time. */
  | { kind: 'wait'; waitMs: number }
  /** The server was unreachable, or rejected the request. */
  | { kind: 'failed' }

export interface Session {
  /** By a password, or by the code of a wall's link. */
  signIn(signIn: SignIn | WallSignIn): Promise<SignInOutcome>
  signOut(): Promise<void>
}

const TIMEOUT_MS = 20_000
const WAIT_MS = 2_000

/** Sign-in and sign-out at the page's server, which keeps the session in an HttpOnly cookie. */
export function createSession(options: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  /** Origin of the page's server. */
  baseUrl: string
}): Session {
  const url = options.baseUrl + API_PATHS.session
  const send = (init: RequestInit) => {
    const name = `${init.method} ${API_PATHS.session}`
    return exchange(options.environment, url, init, { timeoutMs: TIMEOUT_MS, name })
  }

  return {
    async signIn(signIn) {
      const headers = { 'content-type': 'application/json' }
      try {
        const { status, headers: said } = await send({ method: 'POST', headers, body: JSON.stringify(signIn) })
        if (status === 200) return { kind: 'signed-in' }
        const waitMs = Number(said.get('retry-after')) * 1_000 || 0
        if (status === 401) return waitMs > 0 ? { kind: 'wait', waitMs } : { kind: 'wrong' }
        return status === 429 ? { kind: 'wait', waitMs: waitMs || WAIT_MS } : { kind: 'failed' }
      } catch {
        return { kind: 'failed' }
      }
    },
    async signOut() {
      const answer = await send({ method: 'DELETE' })
      if (answer.status !== 204) {
        throw statusError(answer.status, `DELETE ${API_PATHS.session}`, await bodyOf(answer, JSON.parse))
      }
    },
  }
}
