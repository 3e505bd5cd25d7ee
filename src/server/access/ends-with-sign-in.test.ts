import { beforeAll, expect, it } from 'vitest'
import type { AdmittedWall } from '../../contract/server/sign-in.ts'
import { DAY_MS, SECOND_MS } from '../../core/time/durations.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { channelsOf } from '../../testing/channels/channel-kit.ts'
import { pushService } from '../../testing/channels/push-service.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { SUBSCRIPTION_KEPT_MS } from '../watch/push/subscriptions.ts'

const PASSWORDS = { li: 'a long enough password', wang: 'another long password' }
let li = ''
let wang = ''
beforeAll(async () => {
  ;[li, wang] = (await Promise.all([passwordLine('li:', PASSWORDS.li), passwordLine('wang:', PASSWORDS.wang)])) as [
    string,
    string,
  ]
})

async function setUp(env: Record<string, string> = { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords' }) {
  let nowMs = () => 0
  const service = pushService(() => nowMs())
  const channels = channelsOf([{ id: 'people', kind: 'webpush', subject: 'mailto:duty@example.com' }])
  const { clock, history, watch, places } = await setUpWatch({ channels, post: service.post })
  nowMs = () => clock.now()
  const files = {
    '/passwords': `${li}\n${wang}`,
    '/roles': '{"acknowledge": ["li", "wang", "night"], "configure": []}',
  }
  const kit = setUpAccess({ ROLES_FILE: '/roles', ...env }, files, { clock, history, watch, places })
  const signIn = async (name: keyof typeof PASSWORDS) => ({
    ...HERE,
    cookie: cookieOf(await kit.signIn({ name, password: PASSWORDS[name] })),
  })
  const subscribe = async (headers: Record<string, string>, said = service.subscribe()) => {
    const answer = await kit.ask('/api/push', { method: 'POST', headers, body: JSON.stringify(said) })
    return answer.status
  }
  const becomes = async (path: keyof typeof files, text: string) => {
    files[path] = text
    await clock.advance(5_000)
  }
  /** Whether an open stream continues. */
  const openStream = async (headers: Record<string, string>) => {
    const answer = await kit.ask('/api/alarms/stream', { headers })
    const reader = answer.body!.getReader()
    await reader.read()
    let isOpen = true
    reader.closed.catch(() => {
      isOpen = false
    })
    return { goesOn: () => isOpen }
  }
  const subscribed = () => watch.push.subscriptions.list().map(({ viewer }) => viewer)
  const lastEntry = async () => (await history.watch.journal({ limit: 1 }))[0]
  return { ...kit, clock, watch, service, signInAs: signIn, becomes, subscribe, openStream, subscribed, lastEntry }
}

it('ends streams and push subscriptions by signing out, of that sign-in alone', async () => {
  const { ask, signInAs, subscribe, openStream, subscribed, clock, lastEntry } = await setUp()
  const here = await signInAs('li')
  const elsewhere = await signInAs('li')
  const other = await signInAs('wang')
  for (const each of [here, other]) expect(await subscribe(each)).toBe(201)
  const streams = [await openStream(here), await openStream(elsewhere), await openStream(other)]
  expect((await ask('/api/session', { method: 'DELETE', headers: here })).status).toBe(204)
  await clock.advance(0)
  expect(streams.map(({ goesOn }) => goesOn())).toEqual([false, true, true])
  expect(subscribed()).toEqual(['wang'])
  expect(await lastEntry()).toMatchObject({
    kind: 'unsubscribe',
    by: null,
    code: 'signed-out',
  })
})

it('ends the stream of a page by its token, too', async () => {
  const { ask, signInAs, openStream, clock } = await setUp()
  const here = await signInAs('li')
  const minted = await ask('/api/token/standard', { method: 'POST', headers: here })
  const { token } = (await minted.json()) as { token: string }
  const stream = await openStream({ authorization: `Bearer ${token}` })
  await ask('/api/session', { method: 'DELETE', headers: here })
  await clock.advance(0)
  expect(stream.goesOn()).toBe(false)
})

it('ends them, and the viewer rules, when a line is removed from the file', async () => {
  const { ask, signInAs, subscribe, openStream, subscribed, becomes, watch } = await setUp()
  const of = await signInAs('wang')
  const other = await signInAs('li')
  for (const each of [of, other]) expect(await subscribe(each)).toBe(201)
  const streams = [await openStream(of), await openStream(other)]
  const kept: (readonly string[])[] = []
  watch.own.keepNames = (names) => void kept.push(names)
  await becomes('/passwords', li)
  expect(streams.map(({ goesOn }) => goesOn())).toEqual([false, true])
  expect(subscribed()).toEqual(['li'])
  expect(kept.at(-1)).toEqual(['li'])
  expect((await ask('/api/alarms', { headers: of })).status).toBe(401)
})

it('ends push with the role to acknowledge, and keeps the stream, which requires access only', async () => {
  const { signInAs, subscribe, openStream, subscribed, becomes } = await setUp()
  const of = await signInAs('wang')
  expect(await subscribe(of)).toBe(201)
  const stream = await openStream(of)
  await becomes('/roles', '{"acknowledge": ["li"], "configure": []}')
  expect([subscribed(), stream.goesOn()]).toEqual([[], true])
})

it('ends the stream of a removed wall', async () => {
  const { ask, signIn, signInAs, openStream, clock } = await setUp()
  const desk = await signInAs('li')
  const made = await ask('/api/walls', { method: 'POST', headers: desk, body: '{"name": "Hall"}' })
  const { id, code } = (await made.json()) as AdmittedWall
  const wall = { ...HERE, cookie: cookieOf(await signIn({ wall: code })) }
  const stream = await openStream(wall)
  await ask(`/api/walls/${id}`, { method: 'DELETE', headers: desk })
  await clock.advance(0)
  expect(stream.goesOn()).toBe(false)
})

it('ends a push subscription that no page renews for thirty days, with sign-in by a third party', async () => {
  const oidc = { ACCESS: 'oidc', OIDC_IDENTITY_HEADER: 'x-forwarded-user', TRUSTED_PROXIES: '10.0.0.0/8' }
  const { subscribe, subscribed, service, clock } = await setUp(oidc)
  const of = (name: string) => ({ ...HERE, 'x-forwarded-user': name })
  const renewed = service.subscribe()
  for (const [name, said] of [
    ['li', renewed],
    ['wang', service.subscribe()],
  ] as const) {
    expect(await subscribe(of(name), said)).toBe(201)
  }
  clock.step(SUBSCRIPTION_KEPT_MS - DAY_MS)
  expect(await subscribe(of('li'), renewed)).toBe(201)
  clock.step(2 * DAY_MS)
  await clock.advance(30 * SECOND_MS)
  expect(subscribed()).toEqual(['li'])
})

it('transfers a browser from another person’s subscription, without earlier messages', async () => {
  const { signInAs, subscribe, service, watch, clock } = await setUp()
  const said = service.subscribe()
  expect(await subscribe(await signInAs('li'), said)).toBe(201)
  await clock.advance(1_000)
  expect(await subscribe(await signInAs('wang'), said)).toBe(201)
  expect(watch.push.subscriptions.list()).toMatchObject([{ viewer: 'wang', sinceMs: Math.floor(clock.now()) }])
})

it('uses the present name of a line', async () => {
  const { signInAs, ask, becomes } = await setUp()
  const of = await signInAs('wang')
  await becomes('/passwords', `${li}\n${wang.replace('wang:', 'guest:')}`)
  const rights = await (await ask('/api/rights', { headers: of })).json()
  expect(rights).toMatchObject({ name: 'guest', acknowledge: 'not-named' })
})
