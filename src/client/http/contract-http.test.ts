import { describe, expect, it, vi } from 'vitest'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeFetch, type FakeAnswer, type FakeCall } from '../../testing/fakes/fake-fetch.ts'
import { ContractError } from './contract-api.ts'
import { type ContractHttpOptions, createContractHttp } from './contract-http.ts'
import type { HttpCall } from './http.ts'
import { createLocalRateGate } from './local-rate-gate.ts'

const KEY = 'sk-secret-of-the-house'
const CALL: HttpCall = { service: 'standard', path: '/v1/thing', priority: 'rest', product: 'standard' }

function setUp(
  answer: (call: FakeCall, index: number) => FakeAnswer | Promise<FakeAnswer>,
  options: Partial<ContractHttpOptions> = {},
) {
  const clock = createFakeClock()
  const { fetch, calls } = createFakeFetch(answer)
  const http = createContractHttp({
    environment: { clock, fetch, random: () => 0 },
    bases: { standard: 'http://standard.test/', special: 'http://special.test' },
    credential: async () => KEY,
    gate: null,
    parse: JSON.parse,
    ...options,
  })
  /** The outcome after `ms`: the response, the error, or pending. */
  async function outcome(promise: Promise<unknown>, ms = 200_000): Promise<unknown> {
    let result: unknown = 'under way'
    promise.then(
      (value) => {
        result = value
      },
      (error: unknown) => {
        result = error
      },
    )
    await clock.advance(ms)
    return result
  }
  return { clock, calls, http, outcome }
}

describe('a call', () => {
  it('sends the credential to its service in the header only', async () => {
    const { http, calls, outcome } = setUp(() => ({ body: { code: 0 } }))
    await outcome(http.request({ ...CALL, query: { lat: '31.2', lon: '121.5' } }))
    await outcome(http.request({ ...CALL, service: 'special', path: '/fast-x' }))
    expect(calls.map(({ url }) => url.href)).toEqual([
      'http://standard.test/v1/thing?lat=31.2&lon=121.5',
      'http://special.test/fast-x',
    ])
    expect(calls[0]!.headers.get('authorization')).toBe(`Bearer ${KEY}`)
  })

  it('sends no credential where none is needed', async () => {
    const credential = vi.fn(async () => KEY)
    const { http, calls, outcome } = setUp(() => ({ body: [] }), { credential })
    await outcome(http.request({ ...CALL, product: null }))
    expect(calls[0]!.headers.has('authorization')).toBe(false)
    expect(credential).not.toHaveBeenCalled()
  })

  it('returns the body, and its time', async () => {
    const { http, clock, outcome } = setUp(() => ({ body: { code: 0, data: 1 } }))
    expect(await outcome(http.request(CALL), 0)).toEqual({
      status: 200,
      body: { code: 0, data: 1 },
      asOfMs: expect.closeTo(clock.now(), 0),
      stale: false,
    })
  })

  it('takes a body that a proxy modified (203) like one with 200', async () => {
    const { http, outcome } = setUp(() => ({ status: 203, body: { data: [] } }))
    expect(await outcome(http.request(CALL))).toMatchObject({ status: 200, body: { data: [] } })
  })

  it('returns the age declared by a relay', async () => {
    const headers = { 'x-brontide-as-of': '2026-07-01T07:50:00Z', 'x-brontide-stale': 'true' }
    const { http, outcome } = setUp(() => ({ body: {}, headers }))
    expect(await outcome(http.request(CALL))).toMatchObject({ asOfMs: Date.UTC(2026, 6, 1, 7, 50), stale: true })
  })

  it('keeps the digits of large integers if the parser does', async () => {
    const { http, outcome } = setUp(() => ({ text: '{"time":1751356800123456789}' }), { parse: parseJsonExact })
    expect(await outcome(http.request(CALL))).toMatchObject({ body: { time: 1751356800123456789n } })
  })

  it.each([
    [404, { message: 'no data' }],
    [400, { code: 40000, message: 'too many stations' }],
    [422, { detail: 'minutes' }],
  ])('accepts a %i with its body as a response', async (status, body) => {
    const { http, calls, outcome } = setUp(() => ({ status, body }))
    expect(await outcome(http.request(CALL))).toMatchObject({ status, body })
    expect(calls).toHaveLength(1)
  })

  it('accepts a 404 without a body as a response', async () => {
    const { http, outcome } = setUp(() => ({ status: 404 }))
    expect(await outcome(http.request(CALL))).toMatchObject({ status: 404, body: null })
  })

  it('reports the server time of each response, unless a cache responded', async () => {
    const onServerDate = vi.fn()
    const date = 'Wed, 01 Jul 2026 08:00:05 GMT'
    const { http, outcome } = setUp((_, i) => ({ body: {}, headers: { date, ...(i > 0 && { age: '30' }) } }), {
      onServerDate,
    })
    await outcome(http.request(CALL), 0)
    await outcome(http.request(CALL), 0)
    expect(onServerDate.mock.calls).toEqual([
      [
        {
          serverMs: Date.UTC(2026, 6, 1, 8, 0, 5),
          resolutionMs: 1000,
          sentMs: expect.closeTo(0, 0),
          receivedMs: expect.closeTo(0, 0),
        },
      ],
    ])
  })
})

describe('retries', () => {
  it.each([
    ['a 502', { status: 502 }],
    ['no connection', { failsWith: 'ECONNREFUSED' }],
    ['a 429', { status: 429, body: { detail: 'slow down' } }],
    ['a 503 of a relay', { status: 503, headers: { 'x-brontide-as-of': '2026-07-01T07:50:00Z' } }],
  ])('retries after %s', async (_, first) => {
    const { http, calls, outcome } = setUp((_call, i) => (i === 0 ? first : { body: 'good' }))
    expect(await outcome(http.request(CALL))).toMatchObject({ body: 'good' })
    expect(calls).toHaveLength(2)
    expect(await http.counters()).toEqual({ queued: 0, total: 2, failed: 1 })
  })

  it('waits for Retry-After, in seconds or as a date', async () => {
    for (const retryAfter of ['7', 'Wed, 01 Jul 2026 08:00:07 GMT']) {
      const { http, calls, outcome } = setUp((_, i) =>
        i === 0 ? { status: 429, headers: { 'retry-after': retryAfter } } : { body: 1 },
      )
      const asked = http.request(CALL)
      await outcome(asked, 6_990)
      expect(calls).toHaveLength(1)
      await outcome(asked, 20)
      expect(calls).toHaveLength(2)
    }
  })

  it('fails at once if Retry-After is minutes', async () => {
    const { http, calls, outcome } = setUp(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    expect(await outcome(http.request(CALL), 0)).toMatchObject({ reason: 'rate-limited', status: 429 })
    expect(calls).toHaveLength(1)
  })

  it('holds every call back for a second after a 429', async () => {
    const clock = createFakeClock()
    const { fetch, calls } = createFakeFetch((_, i) => (i === 0 ? { status: 429 } : { body: 1 }))
    const http = createContractHttp({
      environment: { clock, fetch, random: () => 0 },
      bases: { standard: 'http://a.test', special: 'http://a.test' },
      credential: async () => KEY,
      gate: createLocalRateGate({ clock }),
      parse: JSON.parse,
    })
    void http.request(CALL)
    void http.request({ ...CALL, path: '/other' })
    await clock.advance(0)
    expect([calls.length, (await http.counters()).queued]).toEqual([1, 1])
    await clock.advance(999)
    expect(calls).toHaveLength(1)
    await clock.advance(1)
    expect(calls.map(({ url }) => url.pathname)).toEqual(['/v1/thing', '/other'])
    await clock.advance(550)
    expect(calls).toHaveLength(3)
  })

  it('stops after four of them with the reason', async () => {
    const { http, calls, outcome } = setUp(() => ({ status: 503, body: { message: 'maintenance' } }))
    const error = await outcome(http.request(CALL))
    expect(error).toBeInstanceOf(ContractError)
    expect(error).toMatchObject({ reason: 'unavailable', status: 503 })
    expect(String(error)).toContain('GET /v1/thing: answered 503: maintenance')
    expect(calls).toHaveLength(5)
  })

  it.each([502, 504])(
    'are not sent after the %i of a relay, which has tried the service several times',
    async (status) => {
      const headers = { 'x-brontide-as-of': '2026-07-01T07:50:00Z' }
      const { http, calls, outcome } = setUp(() => ({ status, headers }))
      expect(await outcome(http.request(CALL), 0)).toMatchObject({ status })
      expect(calls).toHaveLength(1)
    },
  )

  it('are not sent when the point budget is spent', async () => {
    const { http, calls, outcome } = setUp(() => ({ status: 503, body: { code: 50301, message: 'budget spent' } }))
    expect(await outcome(http.request(CALL))).toMatchObject({ reason: 'budget', message: 'budget spent', status: 503 })
    expect(calls).toHaveLength(1)
  })

  it.each([{ toString: 0 }, [50301], null, true])('accept %j as no response code', async (code) => {
    const { http, outcome } = setUp(() => ({ status: 503, body: { code, message: 'maintenance' } }))
    expect(await outcome(http.request(CALL))).toMatchObject({ reason: 'unavailable', status: 503 })
  })

  it('are not sent after a time-out, which may have been charged', async () => {
    const { http, calls, outcome } = setUp(() => 'hang')
    const asked = http.request(CALL)
    expect(await outcome(asked, 14_999)).toBe('under way')
    expect(await outcome(asked, 1)).toMatchObject({ reason: 'timeout' })
    expect(calls).toHaveLength(1)
    expect(calls[0]!.aborted).toBe(true)
  })

  it('end when the caller aborts', async () => {
    const { http, calls, outcome } = setUp(() => ({ status: 500 }))
    const controller = new AbortController()
    const asked = http.request({ ...CALL, signal: controller.signal })
    await outcome(asked, 0)
    controller.abort('enough')
    expect(await outcome(asked)).toBe('enough')
    expect(calls).toHaveLength(1)
  })
})

describe('credentials', () => {
  it.each([401, 403])('are dropped and requested again after a %i, once', async (status) => {
    let current = 'ft-old'
    const dropCredential = vi.fn(() => {
      current = 'ft-new'
    })
    const { http, calls, outcome } = setUp(
      ({ headers }) => (headers.get('authorization') === 'Bearer ft-new' ? { body: 'in' } : { status }),
      { credential: async () => current, dropCredential },
    )
    expect(await outcome(http.request(CALL))).toMatchObject({ body: 'in' })
    expect(dropCredential.mock.calls).toEqual([['standard', 'ft-old']])
    expect(calls).toHaveLength(2)
  })

  it('that stay refused are an error', async () => {
    const { http, calls, outcome } = setUp(() => ({ status: 401 }), { dropCredential: () => {} })
    expect(await outcome(http.request(CALL))).toMatchObject({ reason: 'unauthorised', status: 401 })
    expect(calls).toHaveLength(2)
  })

  it('that cannot be renewed are refused once', async () => {
    const { http, calls, outcome } = setUp(() => ({ status: 401 }))
    expect(await outcome(http.request(CALL))).toMatchObject({ reason: 'unauthorised' })
    expect(calls).toHaveLength(1)
  })

  it('are requested again after a temporary failure', async () => {
    const credential = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new ContractError('unavailable', 'restarting'))
      .mockResolvedValue('ft-1')
    const { http, outcome } = setUp(() => ({ body: 1 }), { credential })
    expect(await outcome(http.request(CALL))).toMatchObject({ status: 200 })
  })
})

describe('errors', () => {
  it('names the received type instead of JSON without repeating the content', async () => {
    const html = `<html>${'secret page '.repeat(50)}</html>`
    const { http, calls, outcome } = setUp(() => ({ text: html, headers: { 'content-type': 'text/html; x' } }))
    const error = await outcome(http.request(CALL))
    expect(error).toMatchObject({ reason: 'unavailable', status: 200 })
    expect(String(error)).toContain('answered 200 without JSON (text/html, ')
    expect(String(error)).not.toContain('secret page')
    expect(calls).toHaveLength(1)
  })

  it('take a 404 page of HTML for a wrong address, not for "no data"', async () => {
    const { http, outcome } = setUp(() => ({ status: 404, text: '<h1>Not found</h1>' }))
    expect(await outcome(http.request(CALL))).toMatchObject({ reason: 'unavailable', status: 404 })
  })

  it('accept no empty success as a response', async () => {
    const { http, outcome } = setUp(() => ({ text: '' }))
    expect(await outcome(http.request(CALL))).toMatchObject({ reason: 'unavailable' })
  })

  it('hold neither the key nor a token nor the query', async () => {
    const answers: FakeAnswer[] = [
      { status: 500, body: { detail: `who is ${KEY}?token=ft-abc.def-123` } },
      { failsWith: 'ECONNRESET' },
      { status: 401, body: { message: `Bearer ${KEY}` } },
      { text: KEY },
      'hang',
    ]
    for (const answer of answers) {
      const { http, outcome } = setUp(() => answer)
      const error = await outcome(http.request({ ...CALL, query: { token: 'ft-abc.def-123' } }))
      expect(error).toBeInstanceOf(ContractError)
      expect(`${error} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toMatch(/secret-of|abc\.def/)
    }
  })

  it('name the kind of connection failure', async () => {
    const { http, outcome } = setUp(() => ({ failsWith: 'ECONNREFUSED' }))
    expect(String(await outcome(http.request(CALL)))).toContain('no connection (ECONNREFUSED)')
  })
})

describe('identical GETs', () => {
  it('share one request, with their parameters in any order', async () => {
    const { http, calls, outcome } = setUp(() => ({ body: 1 }))
    const both = [
      http.request({ ...CALL, query: { a: '1', b: '2' } }),
      http.request({ ...CALL, query: { b: '2', a: '1' } }),
    ]
    await outcome(Promise.all(both))
    expect(calls).toHaveLength(1)
  })

  it('are requested again after the response', async () => {
    const { http, calls, outcome } = setUp(() => ({ body: 1 }))
    await outcome(http.request(CALL))
    await outcome(http.request(CALL))
    expect(calls).toHaveLength(2)
  })

  it('continue when one caller aborts', async () => {
    let land: (answer: FakeAnswer) => void = () => {}
    const { http, calls, outcome } = setUp(
      () =>
        new Promise<FakeAnswer>((resolve) => {
          land = resolve
        }),
    )
    const controller = new AbortController()
    const first = http.request({ ...CALL, signal: controller.signal })
    const second = http.request(CALL)
    await outcome(second, 0)
    controller.abort('gone')
    expect(await outcome(first, 0)).toBe('gone')
    expect(calls[0]!.aborted).toBe(false)
    land({ body: 'landed' })
    expect(await outcome(second, 0)).toMatchObject({ body: 'landed' })
  })

  it('are cancelled when the last caller leaves, and restarted by the next', async () => {
    const { http, calls, outcome } = setUp((_, i) => (i === 0 ? 'hang' : { body: 'second' }))
    const controllers = [new AbortController(), new AbortController()]
    const asked = controllers.map(({ signal }) => http.request({ ...CALL, signal }))
    await outcome(Promise.allSettled(asked), 0)
    controllers[0]!.abort()
    expect(calls[0]!.aborted).toBe(false)
    controllers[1]!.abort()
    expect(calls[0]!.aborted).toBe(true)
    expect(await outcome(http.request(CALL), 0)).toMatchObject({ body: 'second' })
    await outcome(Promise.allSettled(asked), 0)
  })

  it('do not include POSTs', async () => {
    const { http, calls, outcome } = setUp(() => ({ body: 1 }))
    await outcome(Promise.all([http.request({ ...CALL, method: 'POST' }), http.request({ ...CALL, method: 'POST' })]))
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST'])
  })
})
