import { connect, credsAuthenticator, type NatsConnection, type Server, type Status } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import type { NatsSettings } from '../../settings/nats-settings.ts'
import { createUntilThere, type UntilThere } from './until-there.ts'

const RECONNECT_EVERY_MS = 250
const HANDSHAKE_MS = 1_500
/** A server that answers nothing for two to three of these is gone, and another one is asked: that costs a moment. */
const PING_EVERY_MS = 400

/** Connects, and stays connected through whatever server is there; waits for the first one. Rejects where none lets us in. */
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
      // Servers that come back may not know accounts yet: to be refused is no reason to give up for good.
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
  tell(connection, log)
  return connection
}

/** The library asks the server first that was just left: one that is cut off from the others lets us in as ever. */
function longestNotAsked(servers: readonly Server[]): Server | null {
  return servers.reduce<Server | null>(
    (found, server) => (found && found.lastConnect <= server.lastConnect ? found : server),
    null,
  )
}

/** What happens to the connection goes into the log; names of servers may. */
function tell(connection: NatsConnection, log: Logger): void {
  log.info({ server: connection.getServer() }, 'NATS is connected')
  let refused = ''
  followStatus(connection, log, (status) => {
    // It is tried four times a second, and refused as often: said once.
    if (status.type === 'error' && status.error.message !== refused) {
      refused = status.error.message
      log.warn({ error: refused }, 'NATS refuses what is asked of it')
    }
    if (status.type === 'reconnect') refused = ''
    if (status.type === 'disconnect') log.warn({ server: status.server }, 'NATS is disconnected')
    if (status.type === 'reconnect') log.info({ server: status.server }, 'NATS is connected again')
  })
}

/** Hands over whatever happens to the connection, until the answer is called. */
export function followStatus(connection: NatsConnection, log: Logger, take: (status: Status) => void): () => void {
  let stopped = false
  const follow = async () => {
    for await (const status of connection.status()) {
      if (stopped) return
      take(status)
    }
  }
  follow().catch((error: unknown) => log.error({ error: String(error) }, 'the state of NATS can not be followed'))
  return () => {
    stopped = true
  }
}
