import { API_PATHS } from '../../contract/api-paths.ts'
import { PRODUCTS, type Product, TOKEN_QUERY_PARAM } from '../../contract/auth.ts'
import { pageTokenSchema, type SignInChallenge, signInChallengeSchema } from '../../contract/brontide.ts'
import { TOKEN_VALIDITY_MS } from '../../contract/limits.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { SocketAddress } from '../feed/line/line-socket.ts'
import { ContractError } from '../http/contract-api.ts'
import { bodyOf, type Exchange, exchange, retryAfterMs, serverTimeOf, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'
import type { ServerTimeSample } from './server-clock.ts'

/** A token is renewed this long before its expiry, so that connections using it open in time. */
const RENEW_EARLY_MS = 30_000

export interface Token {
  value: string
  /** Unix ms by the clock of the token source. */
  expiresAtMs: number
}

export interface TokenSource<T extends Token> {
  /** A valid token; concurrent callers share a request, with the first caller's `withinMs` as timeout. */
  get(withinMs?: number): Promise<T>
  /** Drops a refused token; with `value` only if it is still the current one, without it also the pending request. */
  drop(value?: string): void
}

/** On demand, without timers, so that nothing runs in a hidden tab. */
export function createTokenSource<T extends Token>(deps: {
  clock: Clock
  mint(withinMs?: number): Promise<T>
}): TokenSource<T> {
  let held: T | null = null
  let minting: Promise<T> | null = null

  function mint(withinMs?: number): Promise<T> {
    const mine = deps
      .mint(withinMs)
      .then((token) => {
        if (minting === mine) held = token
        return token
      })
      .finally(() => {
        if (minting === mine) minting = null
      })
    return mine
  }

  return {
    async get(withinMs) {
      if (held && held.expiresAtMs - deps.clock.now() > RENEW_EARLY_MS) return held
      minting ??= mint(withinMs)
      return minting
    },
    drop(value) {
      if (value === undefined) minting = null
      if (value === undefined || held?.value === value) held = null
    },
  }
}

const TIMEOUT_MS = 15_000
/** Shorter timeout of an unattended screen. */
const UNATTENDED_TIMEOUT_MS = 3_000

/** A page token, and where to use it. */
interface HeldPageToken extends Token {
  /** Origin for REST. */
  url: string
  /** Origin for sockets. */
  wsUrl: string
  simulated: boolean
}

export interface SignInDesk {
  /** The server requires a sign-in; resolves after it, and the token is requested again. */
  challenged(challenge: SignInChallenge): Promise<void>
  /** The server issued a token. */
  admitted(): void
}

/** Challenge for a proxy that guards our server: it redirects to, or shows, a sign-in page. */
const CHALLENGE_OF_A_PROXY: SignInChallenge = { detail: '', reason: 'sign-in', access: 'oidc', names: false }

function asksToSignIn(status: number, body: unknown): boolean {
  // Browsers show an unfollowed redirect as status 0; our own server refuses in JSON.
  const byAnother = status === 0 || (status >= 300 && status < 400) || (status === 403 && body === undefined)
  return status === 401 || byAnother
}

/** Page tokens, minted by the page's server. `environment.clock` should be corrected by that server. */
export function createPageTokens(options: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  /** Origin of the page's server, or empty for the page's own. */
  baseUrl: string
  onServerDate?(sample: ServerTimeSample): void
  /** Without it a page without a sign-in is refused. */
  desk?: SignInDesk
  unattended?(): boolean
  /** Response to a first request that the page sent before this code was loaded. */
  early?(product: Product): Promise<Exchange | null> | null
}) {
  const { environment, baseUrl, desk } = options
  const { clock } = environment

  async function mint(product: Product, withinMs = TIMEOUT_MS): Promise<HeldPageToken> {
    const path = `${API_PATHS.token}/${product}`
    const name = `POST ${path}`
    const init: RequestInit = { method: 'POST', redirect: 'manual' }
    const timeoutMs = Math.min(options.unattended?.() ? UNATTENDED_TIMEOUT_MS : TIMEOUT_MS, withinMs)
    const early = await options.early?.(product)
    const answer = early ?? (await exchange(environment, baseUrl + path, init, { timeoutMs, name }))
    const body = await bodyOf(answer, JSON.parse)
    if (desk && asksToSignIn(answer.status, body)) {
      await desk.challenged(signInChallengeSchema.safeParse(body).data ?? CHALLENGE_OF_A_PROXY)
      return mint(product)
    }
    if (answer.status !== 200) {
      throw statusError(answer.status, name, body, retryAfterMs(answer.headers, clock.now()))
    }
    const read = pageTokenSchema.safeParse(body)
    if (!read.success) throw new ContractError('unavailable', `${name}: the response holds no token`, answer.status)
    const sample = serverTimeOf(answer)
    if (sample) options.onServerDate?.(sample)
    desk?.admitted()
    const { token, expires_at, url, ws_url, simulated } = read.data
    return { value: token, expiresAtMs: expiryMs(expires_at), url, wsUrl: ws_url, simulated: simulated ?? false }
  }

  /** A wall clock not yet corrected may be years off: then the documented validity counts from now. */
  function expiryMs(text: string | null | undefined): number {
    const remainingMs = (parseInstantMs(text) ?? 0) - clock.now()
    const plausible = remainingMs > 0 && remainingMs <= 2 * TOKEN_VALIDITY_MS
    return clock.now() + (plausible ? remainingMs : TOKEN_VALIDITY_MS)
  }

  const sources = Object.fromEntries(
    PRODUCTS.map((product) => [product, createTokenSource({ clock, mint: (withinMs) => mint(product, withinMs) })]),
  ) as Record<Product, TokenSource<HeldPageToken>>

  return {
    get: (product: Product): Promise<HeldPageToken> => sources[product].get(),
    /** Drops the product's refused token; with `value` only if it is still the current one. */
    drop: (product: Product, value?: string): void => sources[product].drop(value),
    /** URL of the socket at `path` with a valid token: browsers can send it only in the query. */
    async socketAddress(product: Product, path: string, withinMs?: number): Promise<SocketAddress> {
      const { value, wsUrl } = await sources[product].get(withinMs)
      return { url: `${wsUrl}${path}?${TOKEN_QUERY_PARAM}=${encodeURIComponent(value)}`, headers: {} }
    },
  }
}
