import { connect, credsAuthenticator, type NatsConnection, type Server, type Status } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import type { NatsSettings } from '../../settings/nats-settings.ts'
import { createUntilThere, type UntilThere } from './until-there.ts'

const RECONNECT_EVERY_MS = 250
const HANDSHAKE_MS = 1_500
/** A server that does not respond for two to three intervals is left for another one. */
const PING_EVERY_MS = 400

/** Waits for a server, and reconnects to any of them from then on. Rejects if access is refused. */
export async function connectNats(
  settings: NatsSettings,
  clock: Clock,
  log: Logger,
  untilThere: UntilThere = createUntilThere({ clock, log }),
): Promise<NatsConnection> {
  const { servers, credentials, caFile } = settings
  const connection = await untilThere('no NATS server answers', () =>
    connect({
      servers: [...servers],
      name: 'brontide',
      timeout: HANDSHAKE_MS,
      maxReconnectAttempts: -1,
      // Servers that were just started may refuse access until they know the accounts.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_EVERY_MS,
      reconnectJitter: RECONNECT_EVERY_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: 2,
      reconnectToServer: longestNotAsked,
      ...(servers.some((url) => url.startsWith('tls:')) && { tls: caFile === null ? {} : { caFile } }),
      ...(credentials !== null && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    }),
  )
  logStatus(connection, log)
  return connection
}

/** The library would try the server first that was just left, which accepts connections also if it is partitioned. */
function longestNotAsked(servers: readonly Server[]): Server | null {
  return servers.reduce<Server | null>(
    (found, server) => (found && found.lastConnect <= server.lastConnect ? found : server),
    null,
  )
}

function logStatus(connection: NatsConnection, log: Logger): void {
  log.info({ server: connection.getServer() }, 'NATS connected')
  let refused = ''
  followStatus(connection, log, (status) => {
    // Attempts fail four times a second: logged once.
    if (status.type === 'error' && status.error.message !== refused) {
      refused = status.error.message
      log.warn({ error: refused }, 'NATS error')
    }
    if (status.type === 'reconnect') refused = ''
    if (status.type === 'disconnect') log.warn({ server: status.server }, 'NATS disconnected')
    if (status.type === 'reconnect') log.info({ server: status.server }, 'NATS reconnected')
  })
}

/** Calls `take` for each status, until the returned function is called. */
export function followStatus(connection: NatsConnection, log: Logger, take: (status: Status) => void): () => void {
  let stopped = false
  const follow = async () => {
    for await (const status of connection.status()) {
      if (stopped) return
      take(status)
    }
  }
  follow().catch((error: unknown) => log.error({ error: String(error) }, 'NATS status not available'))
  return () => {
    stopped = true
  }
}
