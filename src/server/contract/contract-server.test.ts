import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { ContractError } from '../../client/http/contract-api.ts'
import { AS_OF_HEADER, STALE_HEADER } from '../../client/http/http.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { createLocalHeldFires } from '../hazards/fires/local-held-fires.ts'
import type { ApplicationLimits } from './accounts/application.ts'
import { createKeyring } from './accounts/keyring.ts'
import { NO_LIMITS, relayPolicy, simulatorPolicy, UPSTREAM_LIMITS } from './accounts/policy.ts'
import { createTokenIssuer } from './accounts/token-issuer.ts'
import { createContractServer } from './contract-server.ts'

const KEY = { authorization: 'Bearer sk-test-key' }

function setUp(kind: 'simulator' | 'relay' = 'simulator', limits: ApplicationLimits = NO_LIMITS) {
  const clock = createFakeClock()
  const source = new FakeSource()
  const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
  const keyring = createKeyring({ keys: new Map([['sk-test-key', 'desk']]), tokens, limits })
  const policy = kind === 'relay' ? relayPolicy(keyring) : simulatorPolicy(keyring)
  const heldFires = createLocalHeldFires(clock)
  const log = pino({ level: 'silent' })
  const server = createContractServer({ source, clock, policy, log, heldFires, addressOf: () => 'me' })
  const get = async (path: string, headers: Record<string, string> = KEY, method = 'GET') => {
    const response = await server.app.request(path, { headers, method })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { clock, source, tokens, heldFires, server, get }
}

describe('strikes by HTTP', () => {
  it('keeps every digit of time, and unknown fields', async () => {
    const { source, get } = setUp()
    source.held = [strikeRecord({ delay: 3.5 })]
    const { text } = await get('/fast-lightning/rest/strikes?minutes=5')
    expect(text).toContain('"time":1782892800123456789,')
    expect(text).toContain('"delay":3.5')
  })

  it('contains the minutes of the request', async () => {
    const { clock, get } = setUp()
    await clock.advance(90_500)
    expect(JSON.parse((await get('/fast-lightning/rest/strikes?minutes=2')).text)).toEqual({
      minutes: 2,
      from: '2026-07-01T07:59:30.500Z',
      to: '2026-07-01T08:01:30.500Z',
      checked_at: '2026-07-01T08:01:30.500Z',
      count: 0,
      buckets: ['202607010759', '202607010800', '202607010801'],
      data: [],
    })
  })

  it('rejects minutes outside 1 to 5 with the allowed range', async () => {
    const { get } = setUp()
    expect(await get('/fast-lightning/rest/strikes?minutes=6')).toMatchObject({
      status: 400,
      text: '{"detail":"minutes must be at most 5, got 6"}',
    })
  })
})

describe('credentials', () => {
  it('takes a token by header and by query, and a key by header alone', async () => {
    const { tokens, get } = setUp()
    const { token } = tokens.issue('lightning')
    const path = '/fast-lightning/rest/strikes'
    expect((await get(path, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await get(`${path}?token=${token}`, {})).status).toBe(200)
    expect((await get(`${path}?token=sk-test-key`, {})).status).toBe(401)
    expect((await get(path, {})).status).toBe(401)
  })

  it('trades a key for a token, and rejects a token', async () => {
    const { tokens, get } = setUp()
    const traded = await get('/fast-metar/auth/token', KEY, 'POST')
    expect(JSON.parse(traded.text)).toMatchObject({ token: expect.stringMatching(/^ft-/), simulated: true })
    const { token } = tokens.issue('metar')
    expect((await get('/fast-metar/auth/token', { authorization: `Bearer ${token}` }, 'POST')).status).toBe(401)
  })

  it('opens /v1 to tokens on a relay alone', async () => {
    const path = '/v1/metar/stations'
    for (const [kind, status] of [['simulator', 401] as const, ['relay', 200] as const]) {
      const { tokens, get } = setUp(kind)
      const { token } = tokens.issue('standard')
      expect((await get(path, { authorization: `Bearer ${token}` })).status, kind).toBe(status)
      expect((await get(`${path}?token=${token}`, {})).status, kind).toBe(status)
    }
  })

  it('repeats no credential in a refusal', async () => {
    const { get } = setUp()
    for (const path of ['/v1/metar/stations', '/fast-metar/rest/raw/all']) {
      const refused = await get(path, { authorization: 'Bearer sk-wrong-key' })
      expect(refused.status).toBe(401)
      expect(refused.text).not.toContain('sk-')
    }
  })
})

describe('rate', () => {
  it('[DL 8] responds 429 to the third request of a second, over products and tokens of one application', async () => {
    const { clock, get } = setUp('simulator', UPSTREAM_LIMITS)
    const issued = await get('/fast-metar/auth/token', KEY, 'POST')
    const { token } = JSON.parse(issued.text) as { token: string }
    expect((await get(`/fast-metar/rest/raw/all?token=${token}`, {})).status).toBe(200)
    const refused = await get('/fast-lightning/rest/strikes')
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('"detail":"Rate limit exceeded') })
    expect(refused.headers.get('retry-after')).toBe('1')
    await clock.advance(1_000)
    expect((await get('/fast-lightning/rest/strikes')).status).toBe(200)
  })

  it('[DL 8] limits the latency endpoint by address, without a credential', async () => {
    const { source, clock, get } = setUp()
    source.latencies = [{ icao: 'ZSPD', avg_latency_seconds: 92.5, sample_count: 40 }]
    const path = '/fast-metar/rest/latency?icaos=zspd'
    expect(JSON.parse((await get(path, {})).text)).toEqual({ data: source.latencies })
    expect((await get('/fast-metar/rest/latency/all', {})).status).toBe(200)
    expect((await get(path, {})).status).toBe(429)
    await clock.advance(1_000)
    expect((await get(path, {})).status).toBe(200)
  })
})

describe('reports by HTTP', () => {
  it('carries parsed on parsed outputs alone', async () => {
    const { source, get } = setUp()
    source.reports = [reportRecord(), reportRecord({ icao: 'ZBAA' })]
    expect(JSON.parse((await get('/fast-metar/rest/parsed?icaos=ZSPD')).text).data).toEqual([reportRecord()])
    const raw = JSON.parse((await get('/fast-metar/rest/raw/all')).text).data
    expect(raw.map((record: object) => 'parsed' in record)).toEqual([false, false])
  })

  it('requires icaos', async () => {
    const { get } = setUp()
    expect(await get('/fast-metar/rest/raw')).toMatchObject({ status: 400, text: expect.stringContaining('icaos') })
  })
})

describe('fires that are held', () => {
  const box = '/v1/fire-point/bbox?min_lon=105&min_lat=25&max_lon=110&max_lat=30'

  it('are available to all clients without an upstream request, and free', async () => {
    const { clock, source, heldFires, server, get } = setUp('relay')
    expect((await get(`${box}&held=only`)).status).toBe(404)
    const asked = await get(box)
    await clock.advance(60_000)
    const held = await get(`${box}&held=only`)
    expect(held.text).toBe(asked.text)
    expect(held.headers.get(AS_OF_HEADER)).toBe(asked.headers.get(AS_OF_HEADER))
    expect(await heldFires.cells()).toEqual([[105, 25, expect.closeTo(clock.now() - 60_000, 0)]])
    expect(source.asked).toHaveLength(1)
    expect(server.ledger()).toMatchObject([{ pointsSpent: 10 }])
  })

  it('are no part of the upstream', async () => {
    const { source, get } = setUp()
    await get(box)
    await get(`${box}&held=only`)
    expect(source.asked).toHaveLength(2)
  })
})

describe('standard service', () => {
  const path = '/v1/fire-point/nearby?lat=23&lon=113'

  it('forwards the known parameters, and charges successes', async () => {
    const { source, server, get } = setUp()
    await get(`${path}&radius_km=50&stray=1`)
    await get('/v1/fire-point/nearby?radius_km=50&lon=113&lat=23')
    await get('/v1/metar/stations')
    source.answer = () => ({ status: 404, body: { code: 40400, data: null }, asOfMs: 0, stale: false })
    expect((await get(path)).status).toBe(404)
    expect(source.asked[0]).toEqual({ endpoint: 'firesNearby', query: { lat: '23', lon: '113', radius_km: '50' } })
    expect(server.ledger()).toMatchObject([
      {
        application: 'desk',
        pointsSpent: 20,
        calls: { '/v1/fire-point/nearby?lat=23&lon=113&radius_km=50': 2 },
        requests: { total: 4 },
      },
    ])
  })

  it.each([
    [0, 10],
    ['0', 10],
    [200, 10],
    ['200', 10],
    [40000, 0],
    [500, 0],
  ])('charges code %j of status 200 with %d points', async (code, points) => {
    const { source, server, get } = setUp()
    source.answer = () => ({ status: 200, body: { code, data: {} }, asOfMs: 0, stale: false })
    await get(path)
    expect(server.ledger()).toMatchObject([{ pointsSpent: points }])
  })

  it('responds to bad parameters with code 40000, free of charge and without an upstream request', async () => {
    const { source, server, get } = setUp()
    const refused = await get('/v1/fire-point/nearby?lat=99&lon=113')
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text)).toEqual({
      code: 40000,
      message: 'lat must be at most 90, got 99',
      data: null,
      request_id: expect.stringMatching(/^req_\w+$/),
    })
    expect([source.asked, server.ledger()[0]?.pointsSpent]).toEqual([[], 0])
  })

  it('contains the age of a response on a relay', async () => {
    for (const [kind, asOf] of [['simulator', null] as const, ['relay', '2026-07-01T07:00:00Z'] as const]) {
      const { source, get } = setUp(kind)
      const answer = source.answer
      source.answer = (...asked) => ({ ...answer(...asked), asOfMs: Date.UTC(2026, 6, 1, 7), stale: true })
      const { headers } = await get(path)
      expect([headers.get(AS_OF_HEADER), headers.get(STALE_HEADER)], kind).toEqual([asOf, asOf && 'true'])
    }
  })

  it('reports a failure of its source in the envelope, without internal details of an unexpected one', async () => {
    const { source, get } = setUp()
    source.answer = () => {
      throw new ContractError('budget', 'The points of this day are spent.')
    }
    const spent = await get(path)
    expect([spent.status, JSON.parse(spent.text)]).toMatchObject([
      503,
      { message: 'The points of this day are spent.' },
    ])
    source.answer = () => {
      throw new Error('inner workings')
    }
    const broken = await get(path)
    expect([broken.status, JSON.parse(broken.text)]).toMatchObject([500, { code: 50000, message: 'Internal error.' }])
  })
})

describe('every response', () => {
  it('is labelled if simulated, and uncacheable', async () => {
    const { source, get } = setUp()
    const paths = ['/v1/metar/stations', '/fast-metar/rest/raw', '/fast-lightning/rest/nothing']
    for (const simulated of [true, false]) {
      source.simulated = simulated
      for (const path of paths) {
        const { headers } = await get(path)
        expect([headers.get('x-simulated'), headers.get('cache-control')], path).toEqual([
          simulated ? 'true' : null,
          'no-store',
        ])
      }
    }
  })

  it('names the responses of a path to other requests', async () => {
    const { get } = setUp()
    expect(await get('/fast-metar/auth/token')).toMatchObject({ status: 405, text: expect.stringContaining('POST') })
    expect((await get('/fast-lightning/ws/strikes')).status).toBe(426)
    expect(JSON.parse((await get('/v1/nothing')).text)).toMatchObject({ code: 40400 })
    expect(JSON.parse((await get('/fast-metar/nothing')).text)).toEqual({ detail: 'No such path: /fast-metar/nothing' })
  })
})
