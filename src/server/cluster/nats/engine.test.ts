import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream'
import { createInbox, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { NATS_SERVER, type NatsServer, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { type EngineWay, registerClusterEngineSuite } from '../../../testing/engines/cluster-engine-suite.ts'
import { silentLog as log } from '../../../testing/fakes/silent-log.ts'
import { createBus } from './bus.ts'
import { openCell } from './cell.ts'
import { connectNats } from './connection.ts'
import { openEventLog } from './event-log.ts'
import { openKeptStream } from './kept-stream.ts'
import { TEMPORARILY_UNAVAILABLE } from './streams.ts'

describe.skipIf(NATS_SERVER === null)('the engine of three NATS servers', () => {
  const connections: NatsConnection[] = []
  let servers: NatsServer[] = []
  let engines = 0

  beforeAll(async () => {
    servers = await startNatsServers(3)
  })
  afterAll(async () => {
    for (const connection of connections) await connection.close()
    await Promise.all(servers.map((server) => server.remove()))
  })

  async function connect(to: readonly NatsServer[]): Promise<NatsConnection> {
    const settings = { servers: to.map(({ url }) => url), credentials: null, caFile: null }
    const connection = await connectNats(settings, systemClock, log)
    connections.push(connection)
    return connection
  }

  /** Servers that have just started have no quorum yet. */
  async function opened<T>(connection: NatsConnection, open: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await open()
      } catch (error) {
        if (connection.isClosed()) throw error
        await connection.flush().catch(() => {})
      }
    }
  }

  /**
   * Repeats a request until a server responds: some may not know a new stream yet, and busy ones respond too late. A write without response
   * may be stored although its repetition is refused: `find` returns its number then.
   */
  async function answered<T>(connection: NatsConnection, ask: () => Promise<T>, find?: () => Promise<T>): Promise<T> {
    let mayBeStored = false
    for (;;) {
      try {
        const answer = await ask()
        return answer === null && mayBeStored && find ? await answered(connection, find) : answer
      } catch (error) {
        const isRefused = error instanceof JetStreamApiError && error.code !== TEMPORARILY_UNAVAILABLE
        if (isRefused || connection.isClosed()) throw error
        mayBeStored = true
        await connection.flush().catch(() => {})
      }
    }
  }

  async function join(name: string): Promise<EngineWay> {
    const connection = await connect(servers)
    const at = { connection, name, replicas: 3, keepMs: HOUR_MS, answered() {}, clock: systemClock, log }
    const request = <T>(ask: () => Promise<T>, find?: () => Promise<T>) => answered(connection, ask, find)
    return {
      async openLog() {
        const there = await opened(connection, () => openEventLog<string>(at))
        return {
          ...there,
          bounds: () => request(there.bounds),
          // Its message has an identifier: a repetition finds it.
          append: (...message) => request(() => there.append(...message)),
          purge: () => request(there.purge),
        }
      },
      async openCell() {
        const there = await opened(connection, () => openCell(at))
        async function find(text: string) {
          const stored = await there.read()
          return stored?.text === text ? stored.revision : null
        }
        return {
          read: () => request(there.read),
          write: (text, revision) =>
            request(
              () => there.write(text, revision),
              () => find(text),
            ),
        }
      },
      async openKept() {
        const there = await opened(connection, () => openKeptStream(at))
        async function find(key: string, bytes: Uint8Array, after: number) {
          const stored = await there.get(key)
          return stored && Buffer.from(stored).equals(bytes) ? after + 1 : null
        }
        return {
          keys: () => request(there.keys),
          get: (key) => request(() => there.get(key)),
          last: () => request(there.last),
          put: (...value) =>
            request(
              () => there.put(...value),
              () => find(...value),
            ),
          purge: () => request(there.purge),
        }
      },
      bus: createBus(connection, name, log),
      settle: () => untilHeard(connection),
    }
  }

  /** A server tells the others in order what its clients listen to: once the latest subscription is known, all before it are. */
  async function untilHeard(connection: NatsConnection): Promise<void> {
    const subject = createInbox()
    const subscription = connection.subscribe(subject, { callback: (_error, message) => void message.respond() })
    for (const other of connections) {
      let isHeard = false
      while (!isHeard) isHeard = await other.request(subject).then(Boolean, () => false)
    }
    subscription.unsubscribe()
  }

  registerClusterEngineSuite('NATS', async () => {
    const name = `engine-${++engines}`
    return () => join(name)
  })

  it('keeps as many copies as there are where a process names fewer servers, as one by a leaf node does', async () => {
    const name = 'copies'
    await (await join(name)).openLog()
    const connection = await connect(servers.slice(0, 1))
    const at = { connection, replicas: 1, clock: systemClock, log }
    await opened(connection, () => openEventLog<string>({ ...at, name, keepMs: HOUR_MS }))
    const { config } = await opened(connection, async () => (await jetstreamManager(connection)).streams.info(name))
    expect(config.num_replicas).toBe(3)
  })
})
