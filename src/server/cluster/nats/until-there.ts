import { JetStreamApiError } from '@nats-io/jetstream'
import {
  AuthorizationError,
  ClosedConnectionError,
  PermissionViolationError,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { doublingMs } from '../../../core/time/backoff.ts'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import { NO_JETSTREAM_FOR_ACCOUNT, REPLICAS_WITHOUT_CLUSTER } from './streams.ts'

const FIRST_PAUSE_MS = 500
const PAUSE_MAX_MS = 5_000

/** Retries until `ask` succeeds. Rejects, with a message for the operator, if waiting cannot help. */
export type UntilThere = <T>(what: string, ask: () => Promise<T>) => Promise<T>

/** Waits for servers that may still be starting, as after a power cut. Each reason is logged once. */
export function createUntilThere({ clock, log }: { clock: Clock; log: Logger }): UntilThere {
  const said = new Set<string>()
  return async (what, ask) => {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await ask()
        if (tries > 0) log.info({ tries: tries + 1 }, 'NATS responds')
        return answer
      } catch (error) {
        const never = whyNever(error)
        if (never !== null) throw new Error(never)
        const why = messageOf(error)
        if (!said.has(`${what} ${why}`)) log.warn({ error: why }, `${what}: retrying`)
        said.add(`${what} ${why}`)
        await delay(clock, doublingMs(tries, FIRST_PAUSE_MS, PAUSE_MAX_MS))
      }
    }
  }
}

/** Why settings have to be changed; null if a retry may succeed. */
function whyNever(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AuthorizationError || at instanceof UserAuthenticationExpiredError) return NOT_LET_IN
    if (at instanceof ClosedConnectionError) return NOT_LET_IN
    if (at instanceof PermissionViolationError)
      return `the account in NATS_CREDS_FILE lacks permissions (${at.message})`
    // Other errors of JetStream may end: a leaf node may still be starting.
    if (at instanceof JetStreamApiError && at.code === NO_JETSTREAM_FOR_ACCOUNT) {
      return 'the NATS account has no JetStream'
    }
    if (at instanceof JetStreamApiError && at.code === REPLICAS_WITHOUT_CLUSTER) {
      return 'the servers in NATS_URL are not a cluster, which three replicas need: join them, or name one alone'
    }
    if (at.message === NO_TLS) return 'a server in NATS_URL with tls:// does not support TLS'
    if (isDistrust(at)) return `the certificate of a server is not trusted (${at.message}): see NATS_CA_FILE`
  }
  return null
}

const NOT_LET_IN = 'NATS refuses access: see NATS_CREDS_FILE'
/** Message of the client, which has no code for it. */
const NO_TLS = "server does not support 'tls'"
/** Codes of OpenSSL and of Node, such as `CERT_HAS_EXPIRED`. */
const DISTRUST = /CERT|UNABLE_TO_VERIFY/
/** The clock of the machine may not be set yet. */
const TOO_EARLY = 'CERT_NOT_YET_VALID'

function isDistrust(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && DISTRUST.test(error.code) && error.code !== TOO_EARLY
}
