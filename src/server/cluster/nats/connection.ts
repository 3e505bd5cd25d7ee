import {
  AuthorizationError,
  connect,
  credsAuthenticator,
  type NatsConnection,
  type Server,
  type Status,
} from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { NatsSettings } from '../nats-settings.ts'

const TRY_EVERY_MS = 1_000
const RECONNECT_EVERY_MS = 250
const HANDSHAKE_MS = 1_500
/** A server that answers nothing for two to three of these is gone, and another one is asked: that costs a moment. */
const PING_EVERY_MS = 400

/** Connects, and stays connected through whatever server is there; waits for the first one. Rejects where none lets us in. */
export async function connectNats(settings: NatsSettings, clock: Clock, log: Logger): Promise<NatsConnection> {
  const { servers, credentials, caFile } = settings
  for (;;) {
    try {
      const connection = await connect({
        servers: [...servers],
        name: 'brontide',
        timeout: HANDSHAKE_MS,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_EVERY_MS,
        reconnectJitter: RECONNECT_EVERY_MS,
        pingInterval: PING_EVERY_MS,
        maxPingOut: 2,
        reconnectToServer: longestNotAsked,
        ...(servers.some((url) => url.startsWith('tls:')) && { tls: caFile === null ? {} : { caFile } }),
        ...(credentials !== null && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
      })
      tell(connection, log)
      return connection
    } catch (error) {
      if (error instanceof AuthorizationError) throw new Error('NATS does not let us in: see NATS_CREDS_FILE')
      log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'no NATS server answers: trying again')
      await delay(clock, TRY_EVERY_MS)
    }
  }
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
  followStatus(connection, log, (status) => {
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
