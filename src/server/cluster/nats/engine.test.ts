import { jetstreamManager } from '@nats-io/jetstream'
import { createInbox, type NatsConnection, RequestError, TimeoutError } from '@nats-io/transport-node'
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

  /** Servers that have just started have no quorum yet, and may not know a new stream: then the request reached no server. */
  async function agreed<T>(connection: NatsConnection, ask: () => Promise<T>, written?: PropertyKey): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        const { cause } = error as Error
        // An append may be repeated: its message has an identifier.
        const isRepeatable = written === 'append' && error instanceof TimeoutError
        if (written && !isRepeatable && !(cause instanceof RequestError && cause.isNoResponders())) throw error
        await connection.flush()
      }
    }
  }

  async function join(name: string): Promise<EngineWay> {
    const connection = await connect(servers)
    const at = { connection, name, replicas: 3, keepMs: HOUR_MS, answered() {}, clock: systemClock, log }
    /** One of its writes is repeated until it reaches a server. */
    async function opened<T, Write extends keyof T>(open: () => Promise<T>, write: Write): Promise<T> {
      const there = await agreed(connection, open)
      const ask = there[write] as (...what: unknown[]) => Promise<unknown>
      return { ...there, [write]: (...what: unknown[]) => agreed(connection, () => ask(...what), write) }
    }
    return {
      openLog: () => opened(() => openEventLog<string>(at), 'append'),
      openCell: () => opened(() => openCell(at), 'write'),
      openKept: () => opened(() => openKeptStream(at), 'put'),
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
    await agreed(connection, () => openEventLog<string>({ ...at, name, keepMs: HOUR_MS }))
    const { config } = await (await jetstreamManager(connection)).streams.info(name)
    expect(config.num_replicas).toBe(3)
  })
})
