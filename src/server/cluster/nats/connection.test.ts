import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { CERTIFICATE, KEY } from '../../../testing/channels/certificate.ts'
import { NATS_SERVER, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { silentLog as log } from '../../../testing/fakes/silent-log.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { openCell } from './cell.ts'
import { connectNats, followStatus } from './connection.ts'

const credentialsOf = (user: ReturnType<typeof nkeys.createUser>) => `-----BEGIN NATS USER JWT-----
not read by a server that knows the key
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${Buffer.from(user.getSeed())}
------END USER NKEY SEED------
`

/** A server with TLS and the account of a user. */
async function setUp() {
  const folder = temporaryFolder()
  const certFile = join(folder, 'certificate.pem')
  const keyFile = join(folder, 'key.pem')
  writeFileSync(certFile, CERTIFICATE)
  writeFileSync(keyFile, KEY)
  const user = nkeys.createUser()
  const account = `accounts { A { jetstream: enabled, users: [{ nkey: ${user.getPublicKey()} }] } }`
  const tls = `tls { cert_file: "${certFile}", key_file: "${keyFile}" }`
  const [server] = await startNatsServers(1, `${account}\n${tls}`)
  onTestFinished(server!.remove)
  const servers = [`tls://127.0.0.1:${server!.port}`]
  const connect = (credentials: string | null, caFile: string | null = certFile) =>
    connectNats({ servers, credentials, caFile }, systemClock, log)
  return { connect, credentials: credentialsOf(user) }
}

it.skipIf(NATS_SERVER === null)(
  'a server with TLS and accounts accepts clients with credentials that trust its certificate, with JetStream, and no others',
  async () => {
    const { connect, credentials } = await setUp()
    const connection = await connect(credentials)
    const cell = await openCell({ connection, name: 'cell', replicas: 1, answered() {}, clock: systemClock, log })
    const revision = await cell.write('here', null)
    expect(await cell.read()).toEqual({ text: 'here', revision })
    await connection.close()
    for (const refused of [null, credentialsOf(nkeys.createUser())])
      await expect(connect(refused)).rejects.toThrow('NATS_CREDS_FILE')
    await expect(connect(credentials, null)).rejects.toThrow(/certificate .* NATS_CA_FILE/)
  },
)

it.skipIf(NATS_SERVER === null)('reconnects to another server than the one that was left', async () => {
  const servers = (await Promise.all([startNatsServers(1), startNatsServers(1)])).flat()
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.remove()))))
  vi.useFakeTimers({ toFake: ['Date'], now: MINUTE_MS })
  onTestFinished(() => void vi.useRealTimers())
  let minutes = 1
  const settings = { servers: servers.map(({ url }) => url), credentials: null, caFile: null }
  const connection = await connectNats(settings, systemClock, log)
  onTestFinished(() => connection.close())
  const first = connection.getServer()
  const comesAgain = (): Promise<string> =>
    new Promise((resolve) => {
      const stop = followStatus(connection, log, ({ type }) => {
        if (type !== 'reconnect') return
        stop()
        resolve(connection.getServer())
      })
      vi.setSystemTime(++minutes * MINUTE_MS) // within a minute the client would take the next one in turn
      connection.reconnect().catch(() => {})
    })
  expect(await comesAgain()).not.toBe(first)
  expect(await comesAgain()).toBe(first)
})
