import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { cookieOf, HERE, OVER_TLS, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { probeSocket } from '../../../testing/socket-probe.ts'
import { openHttpFront } from '../../http/http-front.ts'

const TOWER = { name: 'tower', password: 'over the clouds' }
const MAST = { name: 'mast', password: 'below the clouds' }
const GUESS = { name: 'tower', password: 'a guess' }
const OFFICE = '10.0.0.1'
/** Addresses of as many networks. */
const networks = (count: number) => Array.from({ length: count }, (_, i) => `2001:db8:0:${(i + 1).toString(16)}::1`)

let passwords: string
beforeAll(async () => {
  const lines = [passwordLine('tower:', TOWER.password), passwordLine('mast:', MAST.password)]
  passwords = (await Promise.all(lines)).join('\n')
})

function start() {
  const files = { '/passwords': passwords, '/secrets': 'the secret of this year' }
  return setUpAccess({ ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', TOKEN_SECRET_FILE: '/secrets' }, files)
}

describe('an attacker who guesses', () => {
  it('gains nothing by signing in with the correct password of another account', async () => {
    const { signIn } = start()
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) {
      statuses.push((await signIn(GUESS, HERE, OFFICE)).status)
      await signIn(MAST, HERE, OFFICE)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it('gains nothing by trying each name in turn', async () => {
    const { signIn } = start()
    const statuses: number[] = []
    for (let i = 0; i < 25; i++)
      statuses.push((await signIn({ name: `name ${i}`, password: 'x' }, HERE, OFFICE)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('gains nothing by many networks', async () => {
    const { signIn } = start()
    const statuses: number[] = []
    for (const address of networks(12)) statuses.push((await signIn(GUESS, HERE, address)).status)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })
})

describe('a user who has signed in before', () => {
  it('is not delayed by others behind the same address', async () => {
    const { signIn } = start()
    const cookie = cookieOf(await signIn(TOWER, HERE, OFFICE))
    for (let i = 0; i < 30; i++) await signIn({ name: i % 2 ? 'tower' : `name ${i}`, password: 'x' }, HERE, OFFICE)
    expect((await signIn(TOWER, { ...HERE, cookie }, OFFICE)).status).toBe(200)
  })

  it('cannot be locked out by guesses at the name, in a known browser or at a known address', async () => {
    const { signIn } = start()
    const cookie = cookieOf(await signIn(TOWER, HERE, OFFICE))
    for (const address of networks(15)) await signIn(GUESS, HERE, address)
    expect((await signIn(TOWER, HERE, '10.0.0.7')).status).toBe(429)
    expect((await signIn(TOWER, { ...HERE, cookie }, '10.0.0.7')).status).toBe(200)
    expect((await signIn(TOWER, HERE, OFFICE)).status).toBe(200)
  })

  it('can sign in while the queue is full of guesses', async () => {
    const { signIn } = start()
    const cookie = cookieOf(await signIn(TOWER, HERE, OFFICE))
    const guesses = networks(60).map((address, i) => signIn({ name: `name ${i}`, password: 'x' }, HERE, address))
    expect((await signIn(TOWER, { ...HERE, cookie }, OFFICE)).status).toBe(200)
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
  })

  it('is delayed by own mistakes, and reset after success', async () => {
    const { signIn, clock } = start()
    const cookie = cookieOf(await signIn(TOWER, HERE, OFFICE))
    const again = (password: string) => signIn({ ...TOWER, password }, { ...HERE, cookie }, OFFICE)
    for (let i = 0; i < 3; i++) expect((await again('x')).status).toBe(401)
    expect((await again(TOWER.password)).status).toBe(429)
    await clock.advance(1_000)
    expect((await again(TOWER.password)).status).toBe(200)
    expect((await again('x')).status).toBe(401)
    expect((await again(TOWER.password)).status).toBe(200)
  })

  it('is recognised by the server’s own cookie only, and for that name only', async () => {
    const { signIn } = start()
    const cookie = cookieOf(await signIn(MAST, HERE, OFFICE))
    for (const address of networks(15)) await signIn(GUESS, HERE, address)
    for (const shown of [cookie, 'brontide-device=made.up', 'brontide-device=']) {
      expect((await signIn(TOWER, { ...HERE, cookie: shown }, '10.0.0.7')).status, shown).toBe(429)
    }
  })
})

it('can try again after a quarter of an hour, after any number of guesses', async () => {
  const { signIn, clock } = start()
  for (let round = 0; round < 30; round++) {
    for (const address of networks(5)) await signIn(GUESS, HERE, address)
    await clock.advance(5 * MINUTE_MS)
  }
  await clock.advance(15 * MINUTE_MS)
  expect((await signIn(TOWER, HERE, '10.0.0.7')).status).toBe(200)
})

describe('a session', () => {
  it('ends after thirty days, with any number of page visits', async () => {
    const { signIn, mint, clock } = start()
    let cookie = cookieOf(await signIn(TOWER))
    for (let day = 0; day < 29; day++) {
      clock.step(DAY_MS)
      const response = await mint({ cookie })
      expect(response.status).toBe(200)
      cookie = cookieOf(response) || cookie
    }
    clock.step(DAY_MS)
    expect((await mint({ cookie })).status).toBe(401)
  })

  it('ends by signing out, with every copy of its cookie and every token, and no other session does', async () => {
    const { signIn, mint, ask } = start()
    const cookie = cookieOf(await signIn(TOWER))
    const another = cookieOf(await signIn(TOWER))
    const { token } = (await (await mint({ cookie })).json()) as { token: string }
    const out = await ask('/api/session', { method: 'DELETE', headers: { ...HERE, cookie } })
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([204, expect.stringMatching(/^brontide=; Max-Age=0/)])
    // The browser's cached responses belonged to that person.
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    expect((await mint({ cookie })).status).toBe(401)
    expect((await ask(`/fast-lightning/rest/strikes?token=${token}`)).status).toBe(401)
    expect((await mint({ cookie: another })).status).toBe(200)
  })

  it('closes its sockets at once when it is ended', async () => {
    const { app, clock, signIn, mint, ask } = start()
    const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock })
    onTestFinished(async () => {
      await Promise.all([app.close(), front.close()])
    })
    const open = async (cookie: string) => {
      const { token } = (await (await mint({ cookie })).json()) as { token: string }
      const socket = probeSocket(`ws://127.0.0.1:${front.port}/fast-lightning/ws/strikes?token=${token}`)
      await socket.opened
      return socket
    }
    const cookie = cookieOf(await signIn(TOWER))
    const another = cookieOf(await signIn(TOWER))
    const socket = await open(cookie)
    const stays = await open(another)
    await ask('/api/session', { method: 'DELETE', headers: { ...HERE, cookie } })
    expect((await socket.closed).code).toBe(4001)
    stays.send({ action: 'subscribe' })
    expect((await stays.next()).type).toBe('subscribed')
  })

  it('counts over TLS by the cookie alone that only this very host can set', async () => {
    const { signIn, mint, ask } = start()
    const plain = cookieOf(await signIn(TOWER))
    expect((await mint({ cookie: plain })).status).toBe(200)
    expect((await mint({ ...OVER_TLS, cookie: plain })).status).toBe(401)
    const status = async (headers: Record<string, string>, address?: string) =>
      (await ask('/api/status', { headers: { cookie: plain, ...headers } }, address)).status
    expect(await status({})).toBe(200)
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(401)
    expect(await status({ 'x-forwarded-proto': 'https' }, '127.0.0.1')).toBe(401)
    expect(await status({ 'sec-fetch-site': 'same-origin', host: 'localhost:8080' })).toBe(200)
  })
})
