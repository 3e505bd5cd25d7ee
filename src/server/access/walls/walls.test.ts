import { beforeAll, describe, expect, it } from 'vitest'
import type { AdmittedWall, WallList } from '../../../contract/server/sign-in.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { cookieOf, HERE, OVER_TLS, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpWatch } from '../../../testing/watch-kit.ts'

const TOWER = { name: 'tower', password: 'over the clouds' }
let tower = ''
let next = ''
let mast = ''
beforeAll(async () => {
  ;[tower, next, mast] = (await Promise.all([
    passwordLine('tower:', TOWER.password),
    passwordLine('tower:', 'the next one'),
    passwordLine('mast:', 'below the clouds'),
  ])) as [string, string, string]
})

async function start() {
  const kit = setUpAccess(
    { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', TOKEN_SECRET_FILE: '/secrets' },
    { '/passwords': `${tower}\n${mast}`, '/secrets': 'the secret of this year' },
  )
  const { ask, signIn } = kit
  const person = { ...HERE, cookie: cookieOf(await signIn(TOWER)) }
  const admitWall = (name: unknown = 'Hall', headers: Record<string, string> = person) =>
    ask('/api/walls', { method: 'POST', headers, body: JSON.stringify({ name }) })
  const made = async () => (await (await admitWall()).json()) as AdmittedWall
  const list = async (headers: Record<string, string> = person) =>
    ((await (await ask('/api/walls', { headers })).json()) as WallList).walls
  /** Redeems a link as a wall's browser: the response, and its cookie. */
  const open = async (code: string, headers: Record<string, string> = HERE) => {
    const response = await signIn({ wall: code }, headers, '10.0.0.9')
    return { status: response.status, cookie: cookieOf(response), response }
  }
  const turnAway = (id: string, headers: Record<string, string> = person) =>
    ask(`/api/walls/${id}`, { method: 'DELETE', headers })
  return { ...kit, person, admitWall, made, list, open, turnAway }
}

describe('a wall', () => {
  it('is added by a user of the desk, opens by its link, and stays longer than any session', async () => {
    const { made, list, open, mint, clock } = await start()
    const { code, ...wall } = await made()
    expect(code).toMatch(/^[A-Z0-9]{16}$/)
    expect(await list()).toEqual([wall])
    expect(wall).toMatchObject({ name: 'Hall', madeBy: 'tower', seenAt: null })

    const { status, cookie, response } = await open(code.toLowerCase())
    expect(status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^brontide-wall=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    for (let month = 0; month < 4; month++) {
      clock.step(31 * DAY_MS)
      const minted = await mint({ cookie })
      expect([minted.status, cookieOf(minted)]).toEqual([200, cookie])
    }
  })

  it('is listed with when it was last seen', async () => {
    const { made, list, open, mint, clock, person } = await start()
    const { cookie } = await open((await made()).code)
    await clock.advance(MINUTE_MS)
    await mint({ cookie })
    expect(await list(person)).toMatchObject([
      { name: 'Hall', linkUntil: null, seenAt: new Date(clock.now()).toISOString() },
    ])
  })

  it('opens by its link once, within a quarter of an hour', async () => {
    const { made, open, clock } = await start()
    const { code } = await made()
    expect((await open('0'.repeat(16))).status).toBe(401)
    expect([(await open(code)).status, (await open(code)).status]).toEqual([200, 401])
    const late = await made()
    await clock.advance(15 * MINUTE_MS)
    expect((await open(late.code)).status).toBe(401)
  })

  it('is removed at once, with its tokens, at the desk and by signing out on it', async () => {
    const { made, open, mint, ask, turnAway, list } = await start()
    const first = await made()
    const second = await made()
    const one = await open(first.code)
    const two = await open(second.code)
    const { token } = (await (await mint({ cookie: one.cookie })).json()) as { token: string }
    expect((await turnAway(first.id)).status).toBe(204)
    expect((await mint({ cookie: one.cookie })).status).toBe(401)
    expect((await ask(`/fast-lightning/rest/strikes?token=${token}`)).status).toBe(401)
    expect((await turnAway(first.id)).status).toBe(404)

    expect((await mint({ cookie: two.cookie })).status).toBe(200)
    await ask('/api/session', { method: 'DELETE', headers: { ...HERE, cookie: two.cookie } })
    expect((await mint({ cookie: two.cookie })).status).toBe(401)
    expect(await list()).toEqual([])
  })

  it('stays while its creator changes the password, and ends with the last one of that name', async () => {
    const { made, open, mint, becomes } = await start()
    const { cookie } = await open((await made()).code)
    const unused = await made()
    await becomes('/passwords', `${next}\n${mast}`)
    expect((await mint({ cookie })).status).toBe(200)
    await becomes('/passwords', mast)
    expect((await mint({ cookie })).status).toBe(401)
    expect((await open(unused.code)).status).toBe(401)
  })

  it('bears over TLS a cookie that only this very host can set, and no other counts', async () => {
    const { made, open, mint } = await start()
    const { cookie } = await open((await made()).code, OVER_TLS)
    expect(cookie).toMatch(/^__Host-brontide-wall=/)
    expect((await mint({ ...OVER_TLS, cookie })).status).toBe(200)
    expect((await mint({ ...OVER_TLS, cookie: cookie.slice('__Host-'.length) })).status).toBe(401)
  })
})

describe('the creator of walls', () => {
  it('has signed in with a password, at a page of this origin', async () => {
    const { made, open, admitWall, turnAway, ask, person } = await start()
    const { code, id } = await made()
    const { cookie } = await open(code)
    for (const headers of [HERE, { ...HERE, cookie }]) {
      expect((await ask('/api/walls', { headers })).status).toBe(401)
      expect((await admitWall('Mine', headers)).status).toBe(401)
      expect((await turnAway(id, headers)).status).toBe(401)
    }
    const elsewhere = { ...person, origin: 'https://evil.example.com' }
    const cross = { cookie: person.cookie, 'sec-fetch-site': 'same-site' }
    for (const headers of [elsewhere, cross]) {
      expect((await admitWall('Mine', headers)).status).toBe(403)
      expect((await turnAway(id, headers)).status).toBe(403)
    }
  })

  it.each(['', '  ', 7, null, 'x'.repeat(61)])('states the allowed names of a wall, not %j', async (name) => {
    const { admitWall } = await start()
    expect((await admitWall(name)).status).toBe(400)
  })

  it('has ten walls of a name at most', async () => {
    const { admitWall, signIn, list, turnAway } = await start()
    for (let i = 0; i < 10; i++) expect((await admitWall(`Wall ${i}`)).status).toBe(201)
    expect((await admitWall('One more')).status).toBe(409)
    const other = { ...HERE, cookie: cookieOf(await signIn({ name: 'mast', password: 'below the clouds' })) }
    expect((await admitWall('Theirs', other)).status).toBe(201)
    expect((await turnAway((await list())[0]!.id)).status).toBe(204)
    expect((await admitWall('One more')).status).toBe(201)
  })

  it('needs a role if roles are assigned, is rate limited, and is recorded in the journal', async () => {
    const { clock, history, watch, places } = await setUpWatch()
    const files = { '/passwords': `${tower}\n${mast}`, '/roles': '{"acknowledge": ["tower"], "configure": []}' }
    const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', ROLES_FILE: '/roles' }
    const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places })
    const of = async (who: object) => ({ ...HERE, cookie: cookieOf(await signIn(who)) })
    const allowed = await of(TOWER)
    const other = await of({ name: 'mast', password: 'below the clouds' })
    const admitWall = (headers: Record<string, string>) =>
      ask('/api/walls', { method: 'POST', headers, body: '{"name": "Ha\\u202ell"}' })
    expect((await admitWall(other)).status).toBe(403)
    const { id } = (await (await admitWall(allowed)).json()) as AdmittedWall
    expect((await ask(`/api/walls/${id}`, { method: 'DELETE', headers: other })).status).toBe(403)
    expect((await ask(`/api/walls/${id}`, { method: 'DELETE', headers: allowed })).status).toBe(204)
    expect(await history.watch.journal({ limit: 9, kinds: ['wall'] })).toMatchObject([
      { by: 'tower', subject: 'Hall', code: 'removed' },
      { by: 'tower', subject: 'Hall', code: 'admitted' },
    ])
    const statuses = new Set<number>()
    for (let i = 0; i < 200; i++) statuses.add((await admitWall(allowed)).status)
    expect([...statuses]).toEqual([201, 409, 429])
  })

  it.each<Record<string, string>>([
    { ACCESS: 'open' },
    { ACCESS: 'oidc', OIDC_IDENTITY_HEADER: 'x-user', TRUSTED_PROXIES: '10.0.0.1' },
  ])('is unknown on a server without sign-in: %j', async (env) => {
    const { ask } = setUpAccess(env)
    expect((await ask('/api/walls', { headers: { ...HERE, 'x-user': 'kim' } })).status).toBe(404)
  })

  it('and their credentials stay out of the log', async () => {
    const { made, open, mint, lines } = await start()
    const { code } = await made()
    const { cookie } = await open(code)
    await mint({ cookie })
    const all = lines.join('')
    expect(all).toContain('wall signed in by link')
    for (const secret of [code, code.toLowerCase(), cookie.split('=')[1]!]) expect(all).not.toContain(secret)
  })
})
