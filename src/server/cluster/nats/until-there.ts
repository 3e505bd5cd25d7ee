import { JetStreamApiError } from '@nats-io/jetstream'
import {
  AuthorizationError,
  ClosedConnectionError,
  PermissionViolationError,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { NO_JETSTREAM_FOR_ACCOUNT, REPLICAS_WITHOUT_CLUSTER } from './refusals.ts'

const FIRST_PAUSE_MS = 500
const PAUSE_MAX_MS = 5_000

/** Asks until it is answered, for as long as it takes. Rejects, in words for whoever set it up, where no waiting mends it. */
export type UntilThere = <T>(what: string, ask: () => Promise<T>) => Promise<T>

/**
 * Waits for what may still be starting, as after a power cut: servers, and their agreement on who keeps what. What is waited for
 * is said once, and again where the reason is another one.
 */
export function createUntilThere({ clock, log }: { clock: Clock; log: Logger }): UntilThere {
  const said = new Set<string>()
  return async (what, ask) => {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await ask()
        if (tries > 0) log.info({ tries: tries + 1 }, 'NATS answers what was waited for')
        return answer
      } catch (error) {
        const never = whyNever(error)
        if (never !== null) throw new Error(never)
        const why = error instanceof Error ? error.message : 'unknown'
        if (!said.has(`${what} ${why}`)) log.warn({ error: why }, `${what}: waiting for it, and trying again`)
        said.add(`${what} ${why}`)
        await delay(clock, Math.min(FIRST_PAUSE_MS * 2 ** tries, PAUSE_MAX_MS))
      }
    }
  }
}

/** Why settings have to change before this can succeed; null where it may by itself. */
function whyNever(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AuthorizationError || at instanceof UserAuthenticationExpiredError) return NOT_LET_IN
    if (at instanceof ClosedConnectionError) return NOT_LET_IN
    if (at instanceof PermissionViolationError)
      return `the account in NATS_CREDS_FILE may not do what is needed (${at.message})`
    // Where nobody answers for JetStream, as by a leaf node whose others are still starting, it may yet be there.
    if (at instanceof JetStreamApiError && at.code === NO_JETSTREAM_FOR_ACCOUNT) {
      return 'the account by which NATS lets us in has no JetStream'
    }
    if (at instanceof JetStreamApiError && at.code === REPLICAS_WITHOUT_CLUSTER) {
      return 'these servers form no cluster, so that nothing can be kept three times: join them, or name one alone'
    }
    if (at.message === NO_TLS) return 'a server that is named by tls:// speaks no TLS'
    if (isDistrust(at)) return `the certificate of a server is not trusted (${at.message}): see NATS_CA_FILE`
  }
  return null
}

const NOT_LET_IN = 'NATS does not let us in: see NATS_CREDS_FILE'
/** The client's words for it, which has no code. */
const NO_TLS = "server does not support 'tls'"
/** Of OpenSSL and of Node's own check of the name. A machine whose clock is not set yet finds certificates not valid yet: it waits. */
const DISTRUST = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function isDistrust(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && DISTRUST.has(error.code)
}
