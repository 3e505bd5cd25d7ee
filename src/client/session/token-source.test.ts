import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeFetch, type FakeAnswer, type FakeCall } from '../../testing/fakes/fake-fetch.ts'
import { createPageTokens, createTokenSource } from './token-source.ts'

function setUpSource() {
  const clock = createFakeClock()
  const mint = vi.fn(async () => ({
    value: `ft-${mint.mock.calls.length}`,
    expiresAtMs: clock.now() + 300_000,
  }))
  return { clock, mint, tokens: createTokenSource({ clock, mint }) }
}

describe('createTokenSource', () => {
  it('mints once for concurrent callers', async () => {
    const { tokens, mint } = setUpSource()
    const [a, b] = await Promise.all([tokens.get(), tokens.get()])
    expect([a.value, b.value, mint.mock.calls.length]).toEqual(['ft-1', 'ft-1', 1])
  })

  it('holds a token until 30 s before its expiry', async () => {
    const { tokens, clock } = setUpSource()
    await tokens.get()
    await clock.advance(269_999)
    expect((await tokens.get()).value).toBe('ft-1')
    await clock.advance(1)
    expect((await tokens.get()).value).toBe('ft-2')
  })

  it('mints again after a drop', async () => {
    const { tokens } = setUpSource()
    await tokens.get()
    tokens.drop()
    expect((await tokens.get()).value).toBe('ft-2')
  })

  it('keeps a newer token when an older one is reported as rejected', async () => {
    const { tokens } = setUpSource()
    await tokens.get()
    tokens.drop('ft-1')
    await tokens.get()
    tokens.drop('ft-1')
    expect((await tokens.get()).value).toBe('ft-2')
  })

  it('requests again after a drop during a request, and keeps the newer token', async () => {
    const { tokens, mint } = setUpSource()
    const late = Promise.withResolvers<Awaited<ReturnType<typeof mint>>>()
    mint.mockReturnValueOnce(late.promise)
    const hung = tokens.get()
    tokens.drop()
    expect((await tokens.get()).value).toBe('ft-2')
    late.resolve({ value: 'ft-late', expiresAtMs: Number.POSITIVE_INFINITY })
    expect([(await hung).value, (await tokens.get()).value]).toEqual(['ft-late', 'ft-2'])
  })

  it('mints again after a failed mint', async () => {
    const { tokens, mint } = setUpSource()
    mint.mockRejectedValueOnce(new Error('down'))
    await expect(tokens.get()).rejects.toThrow('down')
    expect((await tokens.get()).value).toBe('ft-2')
  })
})

function setUpPage(answer: (call: FakeCall, index: number) => FakeAnswer) {
  const clock = createFakeClock()
  const { fetch, calls } = createFakeFetch(answer)
  const onServerDate = vi.fn()
  const tokens = createPageTokens({ environment: { clock, fetch }, baseUrl: 'https://desk.test', onServerDate })
  return { clock, calls, tokens, onServerDate }
}

const minted = (expiresAt: string): FakeAnswer => ({
  body: {
    token: 'ft-a+b',
    expires_at: expiresAt,
    url: 'https://desk.test',
    ws_url: 'wss://desk.test',
    simulated: true,
  },
  headers: { date: 'Wed, 01 Jul 2026 08:00:00 GMT' },
})

describe('createPageTokens', () => {
  it('mints by POST, one token for each product', async () => {
    const { tokens, calls } = setUpPage(() => minted('2026-07-01T16:05:00+08:00'))
    expect(await tokens.get('lightning')).toEqual({
      value: 'ft-a+b',
      expiresAtMs: expect.closeTo(Date.UTC(2026, 6, 1, 8, 5), 0),
      url: 'https://desk.test',
      wsUrl: 'wss://desk.test',
      simulated: true,
    })
    await tokens.get('metar')
    await tokens.get('lightning')
    expect(calls.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      'POST https://desk.test/api/token/lightning',
      'POST https://desk.test/api/token/metar',
    ])
  })

  it('writes the token into the address of a socket', async () => {
    const { tokens } = setUpPage(() => minted('2026-07-01T08:05:00Z'))
    expect(await tokens.socketAddress('lightning', '/fast-lightning/ws/strikes')).toEqual({
      url: 'wss://desk.test/fast-lightning/ws/strikes?token=ft-a%2Bb',
      headers: {},
    })
  })

  it('reports the server’s clock', async () => {
    const { tokens, onServerDate } = setUpPage(() => minted('2026-07-01T08:05:00Z'))
    await tokens.get('metar')
    expect(onServerDate).toHaveBeenCalledWith(expect.objectContaining({ serverMs: Date.UTC(2026, 6, 1, 8) }))
  })

  it('waits while a sign-in is required, and continues automatically after it', async () => {
    let signedIn = false
    const challenge = { detail: 'sign in first', reason: 'sign-in', access: 'password', names: false } as const
    const { fetch, calls } = createFakeFetch(() =>
      signedIn ? minted('2026-07-01T08:05:00Z') : { status: 401, body: challenge },
    )
    const asked = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const challenged = vi.fn(() => {
      asked.resolve()
      return done.promise
    })
    const desk = { challenged, admitted: vi.fn() }
    const clock = createFakeClock()
    const tokens = createPageTokens({ environment: { clock, fetch }, baseUrl: 'https://desk.test', desk })
    const both = Promise.all([tokens.get('metar'), tokens.get('metar')])
    const hurried = tokens.socketAddress('metar', '/ws', 1_500)
    await asked.promise
    await clock.advance(60_000)
    expect(challenged).toHaveBeenCalledExactlyOnceWith(challenge)
    expect(desk.admitted).not.toHaveBeenCalled()

    signedIn = true
    done.resolve()
    expect((await both).map(({ value }) => value)).toEqual(['ft-a+b', 'ft-a+b'])
    expect((await hurried).url).toContain('ft-a')
    expect([calls.length, desk.admitted.mock.calls.length]).toEqual([2, 1])
  })

  it.each([{ status: 401, text: '<html>' }, { status: 403, text: '<html>' }, { status: 302 }, { status: 0 }])(
    'treats %j as a proxy that requires a sign-in',
    async (answer) => {
      const { fetch } = createFakeFetch((_call, index) => (index === 0 ? answer : minted('2026-07-01T08:05:00Z')))
      const desk = { challenged: vi.fn(async () => {}), admitted: vi.fn() }
      const environment = { clock: createFakeClock(), fetch }
      await createPageTokens({ environment, baseUrl: 'https://desk.test', desk }).get('metar')
      expect(desk.challenged).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ access: 'oidc' }))
    },
  )

  it.each(['2020-01-01T00:05:00Z', '2031-01-01T00:05:00Z', 'soon'])(
    'counts five minutes from now if the expiry (%s) is invalid by our clock',
    async (expiresAt) => {
      const { tokens, clock } = setUpPage(() => minted(expiresAt))
      expect((await tokens.get('metar')).expiresAtMs).toBeCloseTo(clock.now() + 300_000, 0)
    },
  )

  it.each([
    [{ status: 401 }, 'unauthorised'],
    [{ status: 403, body: { message: 'sign in' } }, 'unauthorised'],
    [{ status: 429 }, 'rate-limited'],
    [{ status: 502 }, 'unavailable'],
    [{ failsWith: 'ECONNREFUSED' }, 'unavailable'],
    [{ body: { token: 'sk-wrong' } }, 'unavailable'],
    [{ text: '<html>' }, 'unavailable'],
  ])('maps %j to its kind of error', async (answer, reason) => {
    const { tokens } = setUpPage(() => answer)
    await expect(tokens.get('metar')).rejects.toMatchObject({ name: 'ContractError', reason, retryAfterMs: 0 })
  })

  it('waits for a response as long as its caller, and for fifteen seconds by default', async () => {
    const clock = createFakeClock()
    const tokens = createPageTokens({
      environment: { clock, fetch: () => new Promise(() => {}) },
      baseUrl: 'https://desk.test',
    })
    for (const [withinMs, waitsMs] of [
      [1_500, 1_500],
      [undefined, 15_000],
    ]) {
      const failed = vi.fn()
      tokens.socketAddress('lightning', '/ws', withinMs).catch(failed)
      await clock.advance(waitsMs! - 10)
      expect(failed).not.toHaveBeenCalled()
      await clock.advance(20)
      expect(failed).toHaveBeenCalledWith(expect.objectContaining({ reason: 'timeout' }))
    }
  })

  it('reports the requested pause of a rejection', async () => {
    const { tokens } = setUpPage(() => ({ status: 429, headers: { 'retry-after': '7' } }))
    await expect(tokens.get('metar')).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 7_000 })
  })
})
