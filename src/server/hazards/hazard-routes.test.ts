import { expect, it } from 'vitest'
import { ContractError } from '../../client/http/contract-api.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource } from '../../testing/fakes/fake-source.ts'
import { createLog } from '../config/log.ts'
import { createKeyring } from '../contract/accounts/keyring.ts'
import { relayPolicy } from '../contract/accounts/policy.ts'
import { createTokenIssuer } from '../contract/accounts/token-issuer.ts'
import { createContractServer } from '../contract/contract-server.ts'
import { dataOf, type ServerHazard, type World } from './hazard.ts'
import { createHazardRoutes } from './hazard-routes.ts'

/** A hazard whose data is the name of its origin. */
const geysers: ServerHazard<string> = {
  path: '/api/geysers',
  guard: 'standard',
  operations: [],
  synthetic: ({ seed }) => `made from ${seed}`,
  upstream: () => 'asked for',
  routes(app, { data }) {
    app.get('/', (c) => c.json({ data }))
    app.get('/:name/height', (c) => c.json({ name: c.req.param('name') }))
    app.get('/dry', () => {
      throw new ContractError('unavailable', 'no water')
    })
  },
}

const KEY = { authorization: 'Bearer sk-test-key' }

function setUp(hazard: ServerHazard = geysers, kind: World['kind'] | null = 'synthetic') {
  const clock = createFakeClock()
  const source = new FakeSource()
  const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
  const limits = { requestsPerSecond: 3, sockets: 1 }
  const policy = relayPolicy(createKeyring({ keys: 'any', tokens, limits }))
  const { gate } = createContractServer({ source, clock, policy, log: createLog('silent', { write() {} }) })
  const worlds: Record<World['kind'], World> = {
    synthetic: { kind: 'synthetic', clock, seed: 7 },
    upstream: { kind: 'upstream', clock, random: Math.random, http: { request: unexpected, counters: unexpected } },
  }
  const app = createHazardRoutes({
    hazards: [hazard],
    dataOf: (each) => dataOf(each, kind && worlds[kind]),
    gate,
    isSimulated: () => source.simulated,
    clock,
  })
  const get = async (path: string, headers: Record<string, string> = KEY, method = 'GET') =>
    app.request(path, { headers, method })
  return { clock, tokens, source, get }
}

function unexpected(): never {
  throw new Error('nobody asks')
}

it.each([
  ['synthetic', 'made from 7'],
  ['upstream', 'asked for'],
  [null, null],
] as const)('passes a hazard the data of its world: %s', async (kind, data) => {
  const { get } = setUp(geysers, kind)
  expect(await (await get('/api/geysers')).json()).toEqual({ data })
})

it('has no data for a hazard without any in that world', async () => {
  const { get } = setUp({ path: '/api/geysers', guard: 'standard', operations: [], routes: geysers.routes })
  expect(await (await get('/api/geysers')).json()).toEqual({ data: null })
})

it('admits tokens of its product, with the usual rate', async () => {
  const { tokens, get } = setUp()
  expect((await get('/api/geysers', {})).status).toBe(401)
  const wrong = tokens.issue('lightning', 'someone').token
  expect((await get('/api/geysers', { authorization: `Bearer ${wrong}` })).status).toBe(401)
  const right = { authorization: `Bearer ${tokens.issue('standard', 'someone').token}` }
  const answers = [await get('/api/geysers', right), await get('/api/geysers/old/height', right)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (let more = 0; more < 3; more++) await get('/api/geysers')
  expect((await get('/api/geysers')).status).toBe(429)
})

it('labels simulated data, and makes responses uncacheable', async () => {
  const { source, get } = setUp()
  source.simulated = true
  const { headers } = await get('/api/geysers')
  expect([headers.get('x-simulated'), headers.get('cache-control')]).toEqual(['true', 'no-store'])
  source.simulated = false
  expect((await get('/api/geysers')).headers.has('x-simulated')).toBe(false)
})

it('matches its own paths only, with one method each', async () => {
  const { get } = setUp()
  expect((await get('/api/geysers/none')).status).toBe(404)
  const posted = await get('/api/geysers', KEY, 'POST')
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
})

it('lists the cells of fires that are held, as one of the hazards of the whole server', async () => {
  const { request, token } = setUpAppServer()
  const headers = { authorization: `Bearer ${(await token('standard')).token}` }
  await request('/v1/fire-point/bbox?min_lon=105&min_lat=25&max_lon=110&max_lat=30', { headers })
  const answer = await request('/api/fires', { headers })
  expect(await answer.json()).toEqual({ cells: [[105, 25, expect.any(Number)]] })
  expect((await request('/api/fires')).status).toBe(401)
})
