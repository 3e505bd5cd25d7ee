import { describe, expect, it, vi } from 'vitest'
import { pageTokenSchema } from '../../contract/brontide.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createPageTokens, type MintedToken } from './page-tokens.ts'

const EXPIRES = '2026-07-01T08:05:00+00:00'

function setUp(minted: Partial<MintedToken> = {}) {
  const clock = createFakeClock()
  const mint = vi.fn(async () => ({ token: 'ft-1', expires_at: EXPIRES, ...minted }))
  const app = createPageTokens({
    clock,
    mint,
    admit: async (c) =>
      c.req.header('x-test-stranger')
        ? { refused: c.json({ detail: 'sign in first' }, 401) }
        : { refused: null, signIn: 'person.x', who: { name: null, isPerson: true, claims: {} } },
    peerOf: (c) => ({
      client: c.req.header('x-test-address') ?? '10.0.0.1',
      byProxy: false,
      secure: c.req.header('x-test-tls') !== undefined,
    }),
    isSimulated: () => true,
  })
  const post = (headers: Record<string, string> = {}, path = '/lightning', method = 'POST') =>
    app.request(path, { method, headers: { host: 'map.example.com', ...headers } })
  return { clock, mint, post }
}

const PAGE = { origin: 'http://map.example.com', 'sec-fetch-site': 'same-origin' }

describe('tokens of a page', () => {
  it('is a token with the origin of the page itself', async () => {
    const { post, mint } = setUp()
    const response = await post(PAGE)
    expect(response.status).toBe(200)
    expect(pageTokenSchema.parse(await response.json())).toEqual({
      token: 'ft-1',
      expires_at: EXPIRES,
      simulated: true,
      url: 'http://map.example.com',
      ws_url: 'ws://map.example.com',
    })
    expect(mint).toHaveBeenCalledWith('lightning', '10.0.0.1', 'person.x')
  })

  it('is a secure origin where a proxy ends TLS in front of us', async () => {
    const { post } = setUp()
    const response = await post({ ...PAGE, origin: 'https://map.example.com', host: 'MAP.example.com:443' })
    expect(await response.json()).toMatchObject({ url: 'https://map.example.com', ws_url: 'wss://map.example.com' })
  })

  it('keeps the port', async () => {
    const { post } = setUp()
    const response = await post({ origin: 'http://localhost:8080', host: 'localhost:8080' })
    expect(await response.json()).toMatchObject({ url: 'http://localhost:8080', ws_url: 'ws://localhost:8080' })
  })

  it('is the upstream for sockets where the token is of the upstream', async () => {
    const { post } = setUp({ wsUrl: 'wss://line.example.com' })
    expect(await (await post(PAGE)).json()).toMatchObject({
      url: 'http://map.example.com',
      ws_url: 'wss://line.example.com',
    })
  })

  it('are also issued to clients other than browsers, without an origin', async () => {
    const { post } = setUp()
    expect(await (await post({ host: '127.0.0.1:8080' })).json()).toMatchObject({ url: 'http://127.0.0.1:8080' })
    expect(await (await post({ 'x-test-tls': 'yes' })).json()).toMatchObject({ ws_url: 'wss://map.example.com' })
  })
})

describe('rejected requests', () => {
  it.each([
    [{ ...PAGE, 'sec-fetch-site': 'cross-site' }, 'cross-site'],
    [{ ...PAGE, 'sec-fetch-site': 'same-site' }, 'same-site'],
    [{ 'sec-fetch-site': 'none' }, 'none'],
    [{ origin: 'https://evil.example.com' }, 'Origin and Host differ'],
    [{ origin: 'http://map.example.com:81' }, 'Origin and Host differ'],
    [{ origin: 'null' }, 'Origin and Host differ'],
    [{ origin: 'ftp://map.example.com' }, 'Origin and Host differ'],
    [{ host: 'map.example.com/x' }, 'has no Host header'],
  ])('a request with %o', async (headers, reason) => {
    const { post, mint } = setUp()
    const response = await post(headers)
    expect(response.status).toBe(403)
    expect((await response.json()).detail).toContain(reason)
    expect(mint).not.toHaveBeenCalled()
  })

  it('clients without permission, with the reason', async () => {
    const { post, mint } = setUp()
    const response = await post({ ...PAGE, 'x-test-stranger': 'yes' })
    expect([response.status, await response.json()]).toEqual([401, { detail: 'sign in first' }])
    expect(mint).not.toHaveBeenCalled()
  })

  it('another product, and another method', async () => {
    const { post } = setUp()
    expect((await post(PAGE, '/fires')).status).toBe(404)
    const read = await post(PAGE, '/lightning', 'GET')
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('a client that requests without end, and no other one', async () => {
    const { post, clock } = setUp()
    for (let i = 0; i < 600; i++) await post(PAGE)
    const refused = await post(PAGE)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await post({ ...PAGE, 'x-test-address': '10.0.0.2' })).status).toBe(200)

    await clock.advance(50)
    expect((await post(PAGE)).status).toBe(200)
  })
})
