import type { Product } from '../../../contract/auth.ts'
import {
  HTTP_REQUESTS_PER_SECOND,
  LATENCY_REQUESTS_PER_SECOND,
  SOCKET_MAX_AGE_MS,
  SOCKETS_PER_APPLICATION,
} from '../../../contract/limits.ts'
import type { SignInRegistry } from '../../web/sign-in-registry.ts'
import type { Application, ApplicationLimits, TokenProduct } from './application.ts'
import type { Keyring } from './keyring.ts'
import type { IssuedToken } from './token-issuer.ts'

/** Differences between the contract servers: an upstream-like simulator and a relay. */
export interface ContractPolicy {
  /** The application of `credential`, or null if it is not valid for `product`. */
  verify(credential: string, product: Product): Application | null | Promise<Application | null>
  /** Registry of sockets that end with a sign-in. Absent without sign-ins. */
  signIns?: Pick<SignInRegistry, 'add'>
  issueToken(application: Application, product: TokenProduct): IssuedToken
  /** Whether `/v1` accepts `ft-` tokens too, in header or query; SS §5 documents keys only. */
  standardTakesTokens: boolean
  /** Whether our extensions are enabled: `source_status`, `gap`, as-of and stale. */
  extensions: boolean
  /** Per client address, for the endpoint without authentication (DL §8). */
  latencyRequestsPerSecond: number
  /** Open sockets in total; one more is closed with 1013. */
  socketsInAll: number
  /** A socket is closed with 4008 at this age (DL §8). */
  socketMaxAgeMs: number
  /** A socket with more unsent bytes, or with unsent bytes for a minute, is closed with 1013. */
  maxBufferedBytes: number
}

const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
/** Per client address: the endpoint needs no authentication. */
const LATENCY_PER_SECOND = 20
/** Twice the measured capacity of a process: some 250 MB of memory, and 40 % of a core in a storm. */
const SOCKETS_IN_ALL = 20_000

/** The upstream's documented limits. */
export const UPSTREAM_LIMITS: ApplicationLimits = {
  requestsPerSecond: HTTP_REQUESTS_PER_SECOND,
  sockets: SOCKETS_PER_APPLICATION,
}

/** No limit at all, for `--unlimited`. */
export const NO_LIMITS: ApplicationLimits = { requestsPerSecond: Infinity, sockets: Infinity }

/** Per viewer or relay client: enough for a page, too little for a runaway one. */
export const RELAY_LIMITS: ApplicationLimits = { requestsPerSecond: 100, sockets: 5_000 }

/** Policy of the documented upstream. */
export function simulatorPolicy(keyring: Keyring, options: { unlimited?: boolean } = {}): ContractPolicy {
  return {
    ...keyring,
    standardTakesTokens: false,
    extensions: false,
    latencyRequestsPerSecond: options.unlimited ? Infinity : LATENCY_REQUESTS_PER_SECOND,
    socketsInAll: Infinity,
    socketMaxAgeMs: SOCKET_MAX_AGE_MS,
    maxBufferedBytes: MAX_BUFFERED_BYTES,
  }
}

/** Policy of a relay: the same contract plus our extensions, for viewers with tokens of the app server. */
export function relayPolicy(
  keyring: Pick<ContractPolicy, 'verify' | 'issueToken' | 'signIns'>,
  options: Partial<
    Pick<ContractPolicy, 'latencyRequestsPerSecond' | 'socketsInAll' | 'socketMaxAgeMs' | 'maxBufferedBytes'>
  > = {},
): ContractPolicy {
  return {
    ...keyring,
    standardTakesTokens: true,
    extensions: true,
    latencyRequestsPerSecond: LATENCY_PER_SECOND,
    socketsInAll: SOCKETS_IN_ALL,
    socketMaxAgeMs: SOCKET_MAX_AGE_MS,
    maxBufferedBytes: MAX_BUFFERED_BYTES,
    ...options,
  }
}
