import type { JWTPayload } from 'jose'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cookieOf, HERE, OVER_TLS, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { startIdentityProvider } from '../../testing/fakes/identity-provider.ts'
import { probeSocket } from '../../testing/socket-probe.ts'
import { openHttpFront } from '../http/http-front.ts'

const OLD = 'the secret of last year'
const NEW = 'the secret of this year'

let tower: string
let shared: string
beforeAll(async () => {
  tower = await passwordLine('tower:', 'over the clouds')
  shared = await passwordLine('', 'for all of us')
})

describe('a password', () => {
  const start = (passwords = `${tower}\n${shared}`) =>
    setUpAccess(
      { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', TOKEN_SECRET_FILE: '/secrets' },
      { '/passwords': passwords, '/secrets': OLD },
    )

  it('is requested without a session', async () => {
    const { mint } = start()
    const response = await mint()
    expect([response.status, await response.json()]).toEqual([
      401,
      { detail: 'sign in first', reason: 'sign-in', access: 'password', names: true },
    ])
    expect(await (await start(shared).mint()).json()).toMatchObject({ names: false })
    expect((await mint({ cookie: 'brontide=made.up' })).status).toBe(401)
  })

  it('opens a session, in a cookie that no script and no other site can use', async () => {
    const { signIn, mint } = start()
    const response = await signIn({ name: 'tower', password: 'over the clouds' })
    expect([response.status, await response.json()]).toEqual([200, { name: 'tower' }])
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^brontide=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^brontide-device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    const minted = await mint({ cookie: cookieOf(response) })
    expect([minted.status, minted.headers.get('set-cookie')]).toEqual([200, null])
    expect((await signIn({ password: 'for all of us', name: ' ' })).status).toBe(200)
  })

  it('opens one for this very host and TLS alone where the browser uses that', async () => {
    const { signIn, mint } = start()
    const response = await signIn({ password: 'for all of us' }, OVER_TLS)
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-brontide[\w-]*=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    }
    expect((await mint({ ...OVER_TLS, cookie: cookieOf(response) })).status).toBe(200)
  })

  it('that is wrong grants nothing, and delays the next attempt', async () => {
    const { signIn, clock } = start()
    for (const body of [{ password: 'over the clouds' }, { name: ' ', password: 'under the clouds' }]) {
      const response = await signIn(body)
      expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null])
      expect(await response.json()).toEqual({ detail: 'wrong password', reason: 'wrong-password' })
    }
    const third = await signIn({ password: 'guess' })
    expect([third.status, third.headers.get('retry-after')]).toEqual([401, '1'])
    const late = await signIn({ password: 'for all of us' })
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1'])
    await clock.advance(1_000)
    expect((await signIn({ password: 'for all of us' })).status).toBe(200)
  })

  it.each(['null', '{', '{}', '{"password":""}', '{"password":1}', `{"password":"${'x'.repeat(1_025)}"}`])(
    'is no body like %.30s',
    async (body) => {
      const { ask } = start()
      expect((await ask('/api/session', { method: 'POST', headers: HERE, body })).status).toBe(400)
    },
  )

  it('has a limited body, comes from our origin, and needs no session', async () => {
    const { ask, signIn } = start()
    const endless = JSON.stringify({ password: 'x'.repeat(5_000) })
    expect((await ask('/api/session', { method: 'POST', headers: HERE, body: endless })).status).toBe(413)
    expect((await signIn({ password: 'for all of us' }, { origin: 'https://evil.example.com' })).status).toBe(403)
    expect((await ask('/api/session', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    )
    expect((await ask('/api/session')).headers.get('allow')).toBe('POST, DELETE')
  })

  it('grants nothing on a server without sign-in', async () => {
    const { signIn, mint } = setUpAccess({})
    expect((await signIn({ password: 'for all of us' })).status).toBe(404)
    expect((await mint()).status).toBe(200)
  })

  it('ends its sessions, their tokens and their sockets when it is taken away, and no others', async () => {
    const { signIn, mint, becomes, ask } = start()
    const ofTower = await signIn({ name: 'tower', password: 'over the clouds' })
    const ofAll = await signIn({ password: 'for all of us' })
    const { token } = (await (await mint({ cookie: cookieOf(ofTower) })).json()) as { token: string }
    await becomes('/passwords', shared)
    expect((await mint({ cookie: cookieOf(ofTower) })).status).toBe(401)
    expect((await ask(`/fast-lightning/rest/strikes?token=${token}`)).status).toBe(401)
    expect((await mint({ cookie: cookieOf(ofAll) })).status).toBe(200)
  })

  it('and the resulting tokens stay out of the log', async () => {
    const { signIn, mint, ask, lines } = start()
    await signIn({ name: 'tower', password: 'under the clouds' })
    const cookie = cookieOf(await signIn({ name: 'tower', password: 'over the clouds' }))
    const { token } = (await (await mint({ cookie })).json()) as { token: string }
    await ask(`/fast-lightning/rest/strikes?token=${token}`, { headers: { cookie } })
    await ask('/v1/metar/stations', { headers: { authorization: `Bearer ${token}` } })
    const all = lines.join('')
    expect(all).toContain('"name":"tower"')
    for (const secret of ['the clouds', token.slice(3, 40), cookie.slice(9, 40), OLD, '10.0.0.1']) {
      expect(all).not.toContain(secret)
    }
  })
})

it('changes its secret without dropping a token or a session', async () => {
  const { signIn, mint, ask, becomes } = setUpAccess(
    { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', TOKEN_SECRET_FILE: '/secrets' },
    { '/passwords': shared, '/secrets': OLD },
  )
  const cookie = cookieOf(await signIn({ password: 'for all of us' }))
  const { token } = (await (await mint({ cookie })).json()) as { token: string }
  const works = async (value: string) => (await ask(`/fast-lightning/rest/strikes?token=${value}`)).status

  await becomes('/secrets', `${NEW}\n${OLD}`)
  expect(await works(token)).toBe(200)
  const renewed = await mint({ cookie })
  expect(renewed.status).toBe(200)
  const { token: next } = (await renewed.json()) as { token: string }

  await becomes('/secrets', NEW)
  expect([await works(token), await works(next)]).toEqual([401, 200])
  expect((await mint({ cookie })).status).toBe(401)
  expect((await mint({ cookie: cookieOf(renewed) })).status).toBe(200)
})

describe('an identity provider', () => {
  it('returns the name of a bearer token', async () => {
    const provider = await startIdentityProvider(createFakeClock())
    const { mint } = setUpAccess({ ACCESS: 'oidc', OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'brontide' })
    const bearer = async (claims: JWTPayload) => ({ authorization: `Bearer ${await provider.token(claims)}` })
    expect((await mint(await bearer({}))).status).toBe(200)
    const refused = await mint(await bearer({ aud: 'another-app' }))
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { detail: 'sign in at the identity provider first', reason: 'sign-in', access: 'oidc', names: false },
    ])
    expect((await mint()).status).toBe(401)
    // Tokens carry no name.
    expect((await mint({ 'x-forwarded-user': 'kim' }, '127.0.0.1')).status).toBe(401)
  })

  it('that is unreachable rejects no user, and returns a retry time', async () => {
    const provider = await startIdentityProvider(createFakeClock())
    const { mint, lines } = setUpAccess({ ACCESS: 'oidc', OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'brontide' })
    provider.breaks('/.well-known/openid-configuration')
    const jwt = await provider.token({})
    const response = await mint({ authorization: `Bearer ${jwt}` })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(lines.join('')).toContain('identity provider unavailable')
    expect(lines.join('')).not.toContain(jwt.slice(-40))
  })

  it('is taken from the header of a trusted proxy only', async () => {
    const { mint } = setUpAccess({
      ACCESS: 'oidc',
      OIDC_IDENTITY_HEADER: 'X-Forwarded-User',
      TRUSTED_PROXIES: '10.9.0.0/16',
    })
    const user = { 'x-forwarded-user': 'kim' }
    expect((await mint(user, '10.9.1.1')).status).toBe(200)
    expect((await mint(user, '::ffff:10.9.1.1')).status).toBe(200)
    expect((await mint(user, '10.8.1.1')).status).toBe(401)
    expect((await mint(user, '127.0.0.1')).status).toBe(401)
    expect((await mint({ 'x-forwarded-user': ' ' }, '10.9.1.1')).status).toBe(401)
    expect((await mint({ ...user, 'x-forwarded-for': '10.9.1.1' }, '10.8.1.1')).status).toBe(401)
  })
})

describe('a key of the operator', () => {
  const start = () =>
    setUpAccess(
      { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', RELAY_KEYS_FILE: '/keys' },
      {
        '/passwords': shared,
        '/keys': 'tower: sk-tower-key\nmast: sk-mast-key',
      },
    )
  const strikes = '/fast-lightning/rest/strikes'

  it('grants the contract, can be traded for a token, and has the documented limits', async () => {
    const { ask, clock } = start()
    const key = { headers: { authorization: 'Bearer sk-tower-key' } }
    const traded = await ask('/fast-lightning/auth/token', { ...key, method: 'POST' })
    expect(traded.status).toBe(200)
    const { token } = (await traded.json()) as { token: string }
    expect((await ask(`${strikes}?token=${token}`)).status).toBe(200)
    // The token draws on the limits of its key, and another key on its own.
    expect((await ask(strikes, key)).status).toBe(429)
    expect((await ask(strikes, { headers: { authorization: 'Bearer sk-mast-key' } })).status).toBe(200)
    await clock.advance(1_000)
    expect((await ask('/v1/metar/stations', key)).status).toBe(200)
  })

  it('that is not in the file, or was removed, grants nothing', async () => {
    const { ask, becomes } = start()
    const status = async (key: string) => (await ask(strikes, { headers: { authorization: `Bearer ${key}` } })).status
    expect([await status('sk-other-key'), await status('sk-mast-key')]).toEqual([401, 200])
    await becomes('/keys', 'tower: sk-tower-key\nother: sk-other-key')
    expect([await status('sk-other-key'), await status('sk-mast-key')]).toEqual([200, 401])
  })
})

it('reads the status with access to the map, and leaves the operators’ probes open', async () => {
  const { ask, signIn } = setUpAccess(
    { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', RELAY_KEYS_FILE: '/keys' },
    { '/passwords': shared, '/keys': 'tower: sk-tower-key' },
  )
  const status = async (headers: Record<string, string> = {}) => (await ask('/api/status', { headers })).status
  expect(await status()).toBe(401)
  expect(await status({ authorization: 'Bearer sk-none' })).toBe(401)
  const cookie = cookieOf(await signIn({ password: 'for all of us' }))
  expect(await status({ cookie })).toBe(200)
  expect(await status({ authorization: 'Bearer sk-tower-key' })).toBe(200)
  const minted = await ask('/api/token/standard', { method: 'POST', headers: { ...HERE, cookie } })
  const { token } = (await minted.json()) as { token: string }
  expect(await status({ authorization: `Bearer ${token}` })).toBe(200)

  for (const path of ['/healthz', '/metrics', '/api/config']) expect((await ask(path)).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  expect(await (await ask('/metrics')).text()).toContain('brontide_refusals_total{why="sign_in"} 2')
})

it('guards history like the live feed, and makes responses uncacheable', async () => {
  const { ask, signIn, mint } = setUpAccess(
    { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', RELAY_KEYS_FILE: '/keys' },
    { '/passwords': shared, '/keys': 'tower: sk-tower-key' },
  )
  const cookie = cookieOf(await signIn({ password: 'for all of us' }))
  const { token } = (await (await mint({ cookie })).json()) as { token: string }
  for (const path of ['/api/strikes', '/api/strikes/minute/202607010800']) {
    const read = (query: string, headers: Record<string, string> = {}) => ask(`${path}${query}`, { headers })
    for (const refused of [
      await read(''),
      await read('?token=ft-made.up'),
      await read('', { cookie: 'brontide=x.y' }),
    ]) {
      expect([path, refused.status]).toEqual([path, 401])
    }
    const allowed = [
      await read('', { cookie }),
      await read(`?token=${token}`),
      await read('', { authorization: 'Bearer sk-tower-key' }),
    ]
    for (const { status, headers } of allowed) {
      expect(status).not.toBe(401)
      expect(headers.get('cache-control')).not.toContain('public')
    }
  }
})

it('enables HSTS if a trusted proxy reports TLS', async () => {
  const { ask } = setUpAccess({ TRUSTED_PROXIES: '10.9.0.1' })
  const hsts = async (proto: string, address: string) =>
    (await ask('/healthz', { headers: { 'x-forwarded-proto': proto } }, address)).headers.get(
      'strict-transport-security',
    )
  expect(await hsts('https', '10.9.0.1')).toBe('max-age=31536000')
  expect([await hsts('http', '10.9.0.1'), await hsts('https', '10.9.0.2')]).toEqual([null, null])
})

describe('a socket', () => {
  async function start() {
    const { app, clock, mint } = setUpAccess({ RELAY_KEYS_FILE: '/keys' }, { '/keys': 'tower: sk-tower-key' })
    const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock })
    onTestFinished(async () => {
      await Promise.all([app.close(), front.close()])
    })
    const host = `127.0.0.1:${front.port}`
    const { token } = (await (await mint()).json()) as { token: string }
    const open = (headers: { [name: string]: string | undefined }, query = `?token=${token}`) =>
      probeSocket(`ws://${host}/fast-lightning/ws/strikes${query}`, { headers: headers as Record<string, string> })
    return { host, open }
  }

  it('admits our own pages, and clients other than browsers', async () => {
    const { host, open } = await start()
    const sockets = [
      open({ origin: `http://${host}` }),
      open({ origin: `https://${host}`, 'sec-fetch-site': 'same-origin' }),
      open({}),
      // The proxy's bearer token is sent in addition to the page's token.
      open({ origin: `http://${host}`, authorization: 'Bearer eyJ-of-a-proxy' }),
      open({ origin: 'http://localhost', authorization: 'Bearer sk-tower-key' }, ''),
    ]
    for (const socket of sockets) {
      await socket.opened
      socket.send({ action: 'subscribe' })
      expect((await socket.next()).type).toBe('subscribed')
    }
  })

  it('does not open to a page of elsewhere, with a good token neither', async () => {
    const { open } = await start()
    for (const headers of [
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example.com', authorization: 'Bearer eyJ-of-a-proxy' },
    ]) {
      await expect(open(headers).opened).rejects.toThrow('403')
    }
  })
})
