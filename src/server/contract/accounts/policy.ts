import type { Product } from '../../../contract/auth.ts'
import {
  HTTP_REQUESTS_PER_SECOND,
  LATENCY_REQUESTS_PER_SECOND,
  SOCKET_MAX_AGE_MS,
  SOCKETS_PER_APPLICATION,
} from '../../../contract/limits.ts'
import type { SignInRegistry } from '../../access/sign-in-registry.ts'
import type { Application, ApplicationLimits, TokenProduct } from './application.ts'
import type { Keyring } from './keyring.ts'
import type { IssuedToken } from './token-issuer.ts'

/** What differs between the servers of the contract: an upstream-like simulator and a relay. */
export interface ContractPolicy {
  /** Who `credential` belongs to, or null where it opens nothing for `product`. */
  verify(credential: string, product: Product): Application | null | Promise<Application | null>
  /** What is open by a sign-in, and ends with it. Absent where nobody comes by one. */
  signIns?: Pick<SignInRegistry, 'add'>
  /** Trades the key that `application` showed for a token. */
  issueToken(application: Application, product: TokenProduct): IssuedToken
  /** Whether `/v1` takes `ft-` tokens too, by header or query; SS §5 shows keys alone. */
  standardTakesTokens: boolean
  /** Whether the messages and headers of our own are added: `source_status`, `gap`, as-of and stale. */
  extensions: boolean
  /** Per client address, for the endpoint without authentication (DL §8). */
  latencyRequestsPerSecond: number
  /** Open at a time, whoever holds them; one more is closed with 1013. */
  socketsInAll: number
  /** A socket is closed with 4008 at this age (DL §8). */
  socketMaxAgeMs: number
  /** A socket whose unsent bytes pass this, or have not all gone for a minute, is closed with 1013. */
  maxBufferedBytes: number
}

const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
/** Of one address: it is open to everybody, as the contract has it. */
const LATENCY_PER_SECOND = 20
/** Twice what one process was measured with: some 250 MB of memory, and 40 % of a core in a storm. */
const SOCKETS_IN_ALL = 20_000

/** The upstream's limits as the documents write them. */
export const UPSTREAM_LIMITS: ApplicationLimits = {
  requestsPerSecond: HTTP_REQUESTS_PER_SECOND,
  sockets: SOCKETS_PER_APPLICATION,
}

/** No limit at all, for `--unlimited`. */
export const NO_LIMITS: ApplicationLimits = { requestsPerSecond: Infinity, sockets: Infinity }

/** Per viewer or foreign application of a relay: wide enough for a page, narrow enough to stop a runaway one. */
export const RELAY_LIMITS: ApplicationLimits = { requestsPerSecond: 100, sockets: 5_000 }

/** The upstream as the documents write it. */
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

/** A relay: the same contract with our extensions, for viewers whose tokens the app server mints. */
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
