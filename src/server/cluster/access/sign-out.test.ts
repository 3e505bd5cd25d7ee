import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { NATS_SERVER, type NatsServer, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { fakeCluster } from '../../../testing/fakes/fake-cluster.ts'
import { probeSocket } from '../../../testing/socket-probe.ts'
import { openHttpFront } from '../../http/http-front.ts'
import { createBus } from '../nats/bus.ts'
import { openCell } from '../nats/cell.ts'
import { connectNats } from '../nats/connection.ts'
import { openSharedAccessStore } from './shared-access-store.ts'

const TOWER = { name: 'tower', password: 'over the clouds' }
const log = pino({ enabled: false })

/** A process with sign-in by password. Its clock does not run, so that it learns of changes by messages alone. */
async function start({ url }: NatsServer, passwords: string) {
  const clock = createFakeClock()
  const connection = await connectNats({ servers: [url], credentials: null, caFile: null }, clock, log)
  const bus = createBus(connection, 'brontide-test', log)
  const accessStore = await openSharedAccessStore({
    cell: await openCell({ connection, name: 'brontide-test-access', replicas: 1, answered() {}, clock, log }),
    written: bus.channel('access'),
    onReconnect: () => () => {},
    clock,
    log,
  })
  // Where nothing was kept all had to sign in again up to this moment.
  await clock.advance(1)
  const cluster = fakeCluster({ leads: () => false, channel: bus.channel })
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', TOKEN_SECRET: 'the same in each process' }
  const kit = setUpAccess(env, { '/passwords': passwords }, { clock, accessStore, cluster })
  const front = await openHttpFront({ app: kit.app, host: '127.0.0.1', port: 0, clock })
  onTestFinished(async () => {
    await Promise.all([kit.app.close(), front.close()])
    accessStore.close()
    await connection.close()
  })
  return { ...kit, port: front.port, heard: () => connection.flush() }
}

describe.skipIf(NATS_SERVER === null)('two processes on NATS', () => {
  it('share sign-ins, end a session and its sockets at all, and count wrong passwords together', async () => {
    const [nats] = await startNatsServers(1)
    onTestFinished(() => nats!.remove())
    const passwords = await passwordLine('tower:', TOWER.password)
    const a = await start(nats!, passwords)
    const b = await start(nats!, passwords)
    const cookie = cookieOf(await a.signIn(TOWER))
    const another = cookieOf(await a.signIn(TOWER))
    const open = async (of: string) => {
      const { token } = (await (await b.mint({ cookie: of })).json()) as { token: string }
      const socket = probeSocket(`ws://127.0.0.1:${b.port}/fast-lightning/ws/strikes?token=${token}`)
      await socket.opened
      return socket
    }
    const socket = await open(cookie)
    const stays = await open(another)
    await a.ask('/api/session', { method: 'DELETE', headers: { ...HERE, cookie } })
    expect((await socket.closed).code).toBe(4001)
    expect([(await b.mint({ cookie })).status, (await b.mint({ cookie: another })).status]).toEqual([401, 200])
    stays.send({ action: 'subscribe' })
    expect((await stays.next()).type).toBe('subscribed')

    const later = await start(nats!, passwords)
    expect([(await later.mint({ cookie })).status, (await later.mint({ cookie: another })).status]).toEqual([401, 200])

    const statuses: number[] = []
    for (const process of [a, b, a, b]) {
      statuses.push((await process.signIn({ ...TOWER, password: 'a guess' }, HERE, '10.0.0.9')).status)
      await process.heard()
      for (const each of [a, b]) await each.heard()
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})
