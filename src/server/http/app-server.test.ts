import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { setUpAppServer as setUp, UPSTREAM } from '../../testing/app-server-kit.ts'
import { FAKE_START_MS } from '../../testing/fakes/fake-clock.ts'
import { fakeCluster } from '../../testing/fakes/fake-cluster.ts'
import { FakeSource, strikeRecord } from '../../testing/fakes/fake-source.ts'

describe('the clock that strikes are dated by', () => {
  it('is the time of pages, for any error of the machine’s own clock', async () => {
    const source = Object.assign(new FakeSource(), { nowMs: () => FAKE_START_MS + 3_600_000 })
    const { request } = setUp({}, { source })
    for (const path of ['/api/status', '/fast-lightning/rest/strikes', '/nowhere'])
      expect((await request(path)).headers.get('date')).toBe('Wed, 01 Jul 2026 09:00:00 GMT')
    const response = await request('/api/token/lightning', { method: 'POST' })
    expect(await response.json()).toMatchObject({ expires_at: '2026-07-01T09:05:00.000+00:00' })
    expect((await setUp().request('/api/status')).headers.has('date')).toBe(false)
  })
})

describe('a page’s token', () => {
  it('opens the contract of its product by header or query, and no other', async () => {
    const { request, token, source } = setUp()
    source.held = [strikeRecord()]
    const lightning = await token('lightning')
    const standard = await token('standard')

    const strikes = await request(`/fast-lightning/rest/strikes?token=${lightning.token}`)
    expect(strikes.status).toBe(200)
    expect(await strikes.text()).toContain('"time":1782892800123456789')
    const airports = await request('/v1/metar/stations', { headers: { authorization: `Bearer ${standard.token}` } })
    expect(airports.status).toBe(200)

    expect((await request(`/v1/metar/stations?token=${lightning.token}`)).status).toBe(401)
    expect((await request('/fast-lightning/rest/strikes')).status).toBe(401)
  })

  it('is good for five minutes', async () => {
    const { request, token, clock } = setUp()
    const { token: value } = await token('lightning')
    await clock.advance(5 * 60_000 - 1)
    expect((await request(`/fast-lightning/rest/strikes?token=${value}`)).status).toBe(200)
    await clock.advance(1)
    expect((await request(`/fast-lightning/rest/strikes?token=${value}`)).status).toBe(401)
  })

  it('outlives a restart where the secret is set', async () => {
    const env = { TOKEN_SECRET: 'one-secret-for-both' }
    const { token: value } = await setUp(env).token('lightning')
    expect((await setUp(env).request(`/fast-lightning/rest/strikes?token=${value}`)).status).toBe(200)
    expect((await setUp().request(`/fast-lightning/rest/strikes?token=${value}`)).status).toBe(401)
  })

  it('is the upstream’s for sockets where delivery is direct, and good here too', async () => {
    const asked: string[] = []
    const { request, token } = setUp(
      { ...UPSTREAM, DELIVERY: 'direct' },
      {
        upstreamTokens: {
          async mintUpstreamToken(product) {
            asked.push(product)
            return { token: `ft-upstream-${product}`, expires_at: '2026-07-01T08:05:00+00:00' }
          },
          knowsUpstreamToken: (value) => value.startsWith('ft-upstream-'),
        },
      },
    )
    expect(await token('lightning')).toMatchObject({
      token: 'ft-upstream-lightning',
      url: 'http://map.example.com',
      ws_url: 'wss://line.example.com:8443/feeds',
    })
    expect((await token('metar')).token).toBe('ft-upstream-metar')
    expect((await request('/fast-lightning/rest/strikes?token=ft-upstream-lightning')).status).toBe(200)
    expect((await request('/v1/metar/stations?token=ft-upstream-lightning')).status).toBe(401)

    const standard = await token('standard')
    expect(standard.ws_url).toBe('ws://map.example.com')
    expect((await request(`/v1/metar/stations?token=${standard.token}`)).status).toBe(200)
    expect(asked).toEqual(['lightning', 'metar'])
  })
})

describe('base map tiles', () => {
  const packed = gzipSync('a tile')
  const tiles = {
    tile: (z: number, x: number, y: number) => (z === 3 && x === 6 && y === 2 ? packed : null),
    relief: () => null,
    version: 'b7',
  }

  it('are served precompressed, permanently cacheable with a named build', async () => {
    const { request } = setUp({}, { tiles })
    const response = await request('/basemap/3/6/2.mvt?v=b7', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe('a tile')
  })

  it('are served decompressed without gzip support, and for an hour without a named build', async () => {
    const { request } = setUp({}, { tiles })
    const response = await request('/basemap/3/6/2.mvt')
    expect(await response.text()).toBe('a tile')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it('are empty responses without data, and 404 outside of the tile range', async () => {
    const { request } = setUp({}, { tiles })
    expect((await request('/basemap/3/0/0.mvt')).status).toBe(204)
    for (const path of ['/basemap/3/8/0.mvt', '/basemap/25/0/0.mvt', '/basemap/3/0/0.png', '/basemap/3/-1/0.mvt']) {
      expect((await request(path)).status).toBe(404)
    }
  })
})

describe('pictures of the relief', () => {
  const tiles = { tile: () => null, relief: (z: number) => (z === 3 ? new Uint8Array([9]) : null), version: 'b7' }

  it('are served unchanged, and cached permanently if their build is named', async () => {
    const { request } = setUp({}, { tiles })
    const response = await request('/basemap/relief/3/6/2.png?v=b7', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([9]))
  })

  it('return 404 if there is none', async () => {
    const { request } = setUp({}, { tiles })
    for (const path of ['/basemap/relief/2/0/0.png', '/basemap/relief/3/8/0.png', '/basemap/relief/3/0/0.mvt']) {
      expect((await request(path)).status).toBe(404)
    }
  })
})

describe('errors', () => {
  it('are JSON without internal details', async () => {
    const { request, token, source, lines } = setUp()
    source.strikes = () => Promise.reject(new Error('secret of the inside'))
    const { token: value } = await token('lightning')
    const broken = await request(`/fast-lightning/rest/strikes?token=${value}`)
    expect(broken.status).toBe(500)
    expect(await broken.text()).not.toContain('inside')
    expect(lines.join('')).toContain('secret of the inside')

    const absent = await request('/nothing/here')
    expect([absent.status, await absent.json()]).toEqual([404, { detail: 'No resource at /nothing/here.' }])
  })

  it('are responses for tokens that the upstream does not issue', async () => {
    const { request } = setUp(
      { ...UPSTREAM, DELIVERY: 'direct' },
      {
        upstreamTokens: {
          mintUpstreamToken: () => Promise.reject(new Error('the inside')),
          knowsUpstreamToken: () => false,
        },
      },
    )
    const response = await request('/api/token/lightning', { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([500, { detail: 'Internal error.' }])
  })
})

it('limits the rate of every client address, on every path, with a retry time', async () => {
  const { request, app, clock } = setUp({ TRUSTED_PROXIES: '10.0.0.5' })
  const from = (client: string, path = '/healthz') =>
    app.fetch(
      new Request(`http://map.example.com${path}`, { headers: { host: 'map.example.com', 'x-forwarded-for': client } }),
      {
        incoming: { socket: { remoteAddress: '10.0.0.5' } },
      } as never,
    )
  // A thousandth is refilled each microsecond.
  for (let i = 0; i < 2_010; i++) await from('2001:db8::1')
  // Another address of the same network is the same client.
  const refused = await from('2001:db8::2', '/index.html')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toEqual({ detail: 'too many requests from this address: try again in 1 s' })
  expect((await from('203.0.113.9')).status).toBe(200)
  await clock.advance(1_000)
  expect((await from('2001:db8::1')).status).toBe(200)
  expect(await (await request('/metrics')).text()).toContain('brontide_refusals_total{why="address_rate"} 1')
})

it('limits the rate of sockets of every client address', () => {
  const { app } = setUp()
  const upgrade = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress })
    // A known path without a socket is left to the caller, except for the rate limit.
    const request = {
      url: '/fast-lightning/ws/none',
      headers: { host: 'localhost' },
      socket,
    } as unknown as IncomingMessage
    return { taken: app.handleUpgrade(request, socket, Buffer.alloc(0)), said: () => String(socket.read()) }
  }
  for (let i = 0; i < 1_000; i++) expect(upgrade('203.0.113.9').taken).toBe(false)
  const refused = upgrade('203.0.113.9')
  expect([refused.taken, refused.said()]).toEqual([true, expect.stringContaining('HTTP/1.1 429 Too Many Requests')])
  expect(upgrade('203.0.113.10').taken).toBe(false)
})

it('opens no socket and is not ready during a partition: another process may serve', async () => {
  let sendsAway = true
  let knowsLess = true
  const cluster = fakeCluster({ leads: () => false, sendsAway: () => sendsAway, mayKnowLess: () => knowsLess })
  const { app, request } = setUp({}, { cluster })
  const upgrade = () => {
    const socket = new PassThrough()
    const request = { url: '/fast-lightning/ws/none', headers: { host: 'localhost' }, socket }
    const taken = app.handleUpgrade(request as unknown as IncomingMessage, socket, Buffer.alloc(0))
    return [taken, String(socket.read())]
  }
  const ready = async () => (await (await request('/readyz')).json()).missing.join()
  expect(upgrade()).toEqual([true, expect.stringContaining('HTTP/1.1 503 Service Unavailable')])
  expect(await ready()).toBe('the shared log is unreachable')
  // A later attempt is the only one.
  sendsAway = false
  expect(await ready()).toBe('the shared log is unreachable')
  expect(upgrade()).toEqual([false, 'null'])
  knowsLess = false
  expect(await ready()).not.toContain('share')
})

it('holds every way of writing a socket’s path to the origin and to the rate', () => {
  const { app } = setUp()
  const upgrade = (url: string, origin: string) => {
    const socket = new PassThrough()
    const request = { url, headers: { host: 'localhost', origin }, socket } as unknown as IncomingMessage
    return { taken: app.handleUpgrade(request, socket, Buffer.alloc(0)), said: String(socket.read()) }
  }
  const evil = 'https://evil.example.com'
  expect(upgrade('http://x/fast-lightning/ws/strikes', evil)).toEqual({
    taken: true,
    said: expect.stringContaining('403'),
  })
  // A path with two leading slashes is a different path, and not ours.
  for (const origin of [evil, 'http://localhost']) {
    expect(upgrade('//x/fast-lightning/ws/strikes', origin)).toEqual({ taken: false, said: 'null' })
  }
})

describe('an open map reachable from this machine only', () => {
  const ask = async (host: string, env: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const { app } = setUp({ ACCESS: '', PUBLIC_ORIGIN: '', ...env })
    const init = { method: 'POST', headers: { host, ...headers } }
    return app.fetch(new Request(`http://${host}/api/token/lightning`, init))
  }

  it('issues no token to a name resolved to it, with the setting to change', async () => {
    const refused = await ask('evil.example.com')
    expect([refused.status, await refused.json()]).toEqual([403, { detail: expect.stringContaining('PUBLIC_ORIGIN') }])
    expect((await ask('localhost:8080')).status).toBe(200)
    expect((await ask('map.example.com', { PUBLIC_ORIGIN: 'https://map.example.com' })).status).toBe(200)
  })

  it('issues none through a proxy before access is configured', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    const refused = await ask('localhost:8080', {}, forwarded)
    expect([refused.status, await refused.json()]).toEqual([403, { detail: expect.stringContaining('ACCESS') }])
    expect((await ask('localhost:8080', { ACCESS: 'open' }, forwarded)).status).toBe(200)
  })

  it('opens no socket to such a name', () => {
    const { app } = setUp({ PUBLIC_ORIGIN: '' })
    const socket = new PassThrough()
    const headers = { host: 'evil.example.com', origin: 'http://evil.example.com' }
    const request = { url: '/fast-lightning/ws/strikes', headers, socket } as unknown as IncomingMessage
    expect(app.handleUpgrade(request, socket, Buffer.alloc(0))).toBe(true)
    expect(String(socket.read())).toContain('403')
  })
})

it('adds the common headers to every response, including errors', async () => {
  const { request } = setUp()
  for (const path of ['/healthz', '/nothing', '/v1/metar/stations', '/api/token/lightning']) {
    expect(Object.fromEntries((await request(path)).headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

const pageFile = (type: string, text: string) => ({
  type,
  cacheControl: 'no-cache',
  etag: '"1"',
  br: null,
  gzip: null,
  body: new TextEncoder().encode(text),
})

it('makes responses uncacheable unless they state a lifetime', async () => {
  const { request } = setUp()
  const answers = await Promise.all(
    ['/healthz', '/api/config', '/api/alarms', '/api/alarms?from=yesterday', '/api/nowhere'].map((path) =>
      request(path),
    ),
  )
  for (const path of ['/api/token/lightning', '/api/config', '/api/alarms'])
    answers.push(await request(path, { method: 'POST' }))
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
})

it('lets pages of other origins load the embed script, and nothing else', async () => {
  const page = new Map(['/embed.js', '/other.js'].map((path) => [path, pageFile('text/javascript', '')]))
  const { request } = setUp({}, { page })
  const policyOf = async (path: string) => (await request(path)).headers.get('cross-origin-resource-policy')
  expect(await policyOf('/embed.js')).toBe('cross-origin')
  expect(await policyOf('/other.js')).toBe('same-origin')
})

it('logs requests by path alone', async () => {
  const { request, token, lines } = setUp()
  const { token: value } = await token('lightning')
  await request(`/fast-lightning/rest/strikes?minutes=2&token=${value}`)
  expect(lines.join('')).toContain('"path":"/fast-lightning/rest/strikes"')
  expect(lines.join('')).not.toContain('minutes=2')
  expect(lines.join('')).not.toContain(value)
})

it('allows the page the configured origins only', async () => {
  const page = new Map([['/index.html', pageFile('text/html', '<p>')]])
  const plain = (await setUp({}, { page }).request('/')).headers.get('content-security-policy')
  expect(plain).toContain("connect-src 'self' ws://map.example.com wss://map.example.com;")
  expect(plain).not.toContain('unsafe')

  const { request } = setUp(
    { ...UPSTREAM, DELIVERY: 'direct', BASEMAP_STYLE_URL: 'https://tiles.example.com/style.json' },
    { page },
  )
  const wide = (await request('/')).headers.get('content-security-policy')
  expect(wide).toContain('wss://map.example.com https://tiles.example.com wss://line.example.com:8443;')
  expect(wide).toContain("img-src 'self' data: blob: https://tiles.example.com;")
})
