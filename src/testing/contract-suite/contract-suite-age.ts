import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PATHS } from '../../contract/auth.ts'
import { CLOSE_MAX_AGE, CLOSE_UNAUTHORISED } from '../../contract/close-codes.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { PING_EVERY_MS, SOCKET_MAX_AGE_MS, SOCKET_NOTICE_BEFORE_MS, TOKEN_VALIDITY_MS } from '../../contract/limits.ts'
import { ALL_AIRPORTS, METAR_PATHS } from '../../contract/metar.ts'
import type { ServerUnderTest, SuiteClient } from './contract-suite-client.ts'
import { tokenShape } from './contract-suite-shapes.ts'
import { type Bench, bodyOf, expectRefusal } from './contract-suite-special.ts'

/**
 * Effects of time alone, for a server whose clock the test controls. Last, since the server's clock is then ahead of
 * its world's.
 */
export function registerAgeRules(bench: () => Bench): void {
  let server: ServerUnderTest
  let client: SuiteClient
  let age: NonNullable<ServerUnderTest['powers']['age']>
  beforeAll(() => {
    server = bench().server
    client = bench().client
    if (!server.powers.age) throw new Error('The rules of age need a server whose clock can be moved.')
    age = server.powers.age
  })
  afterEach(() => client.closeSockets())

  describe('age', () => {
    it('[DL 3] a token grants nothing after its five minutes', async () => {
      const reply = await client.request(TOKEN_PATHS.metar, { method: 'POST' })
      const credential = { query: bodyOf(reply, tokenShape).token }
      const query = { icaos: server.samples.icaos[0]! }
      expect((await client.request(METAR_PATHS.raw, { query, credential })).status).toBe(200)
      await age(TOKEN_VALIDITY_MS)
      client.dropTokens()
      expectRefusal(await client.request(METAR_PATHS.raw, { query, credential }))
    })

    it('[DL 3] an expired token is closed with 4001, and ends no socket that is open', async () => {
      client.dropTokens()
      const credential = { query: await client.token('metar') }
      const socket = await client.subscribe(await client.open(METAR_PATHS.rawSocket, credential), {
        icaos: [ALL_AIRPORTS],
      })
      await age(TOKEN_VALIDITY_MS)
      client.dropTokens()
      const { code } = await server.during(client.socket(METAR_PATHS.rawSocket, credential).closed)
      expect(code).toBe(CLOSE_UNAUTHORISED)
      await client.subscribe(socket, { icaos: [ALL_AIRPORTS] })
    })

    it('[DL 6, 8] every socket is pinged each five minutes, and a missing pong closes no lightning socket', async () => {
      const quiet = await client.open(LIGHTNING_PATHS.socket)
      const answering = await client.open(METAR_PATHS.parsedSocket)
      for (let i = 0; i < 3; i++) {
        await age(PING_EVERY_MS)
        await server.during(quiet.nextOf('ping'))
        await server.during(answering.nextOf('ping'))
        answering.send({ action: 'pong' })
      }
      await client.subscribe(quiet)
      await client.subscribe(answering, { icaos: [ALL_AIRPORTS] })
    })

    it('[DL 3, 6, 7] receives a notice five minutes before 24 hours, and is closed with 4008 at them', async () => {
      const socket = await client.open(METAR_PATHS.rawSocket)
      await age(SOCKET_MAX_AGE_MS - SOCKET_NOTICE_BEFORE_MS)
      const notice = await server.during(socket.nextOf('server_notice'))
      expect(notice).toMatchObject({ message: expect.any(String), remaining_seconds: 300 })
      await age(SOCKET_NOTICE_BEFORE_MS)
      expect((await server.during(socket.closed)).code).toBe(CLOSE_MAX_AGE)
    })
  })
}
