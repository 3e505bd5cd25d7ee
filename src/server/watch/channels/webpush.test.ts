import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { channelListSchema } from '../../../contract/watch/alarms.ts'
import { pushOfferSchema } from '../../../contract/watch/push.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { channelsOf, problemsOf } from '../../../testing/channels/channel-kit.ts'
import { pushService } from '../../../testing/channels/push-service.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import { madeOnceInFile } from '../made-once.ts'
import { createVapid, newVapidKey } from '../push/vapid.ts'
import { testOf } from './dispatcher.ts'
import type { Post } from './post.ts'

const CHANNEL = { id: 'people', kind: 'webpush', subject: 'mailto:duty@example.com' }

async function setUp(
  answers?: (endpoint: string) => number,
  entries: object[] = [CHANNEL],
  places = [placeOf('golf')],
) {
  let nowMs = () => 0
  const service = pushService(() => nowMs(), answers)
  const vapidFile = join(temporaryFolder(), 'vapid.pem')
  const vapidKey = () => madeOnceInFile(vapidFile, newVapidKey)
  /** Push services of that host never respond. */
  const post: Post = (outgoing) => (outgoing.url.includes('//silent.') ? new Promise(() => {}) : service.post(outgoing))
  const world = await setUpWatch({ channels: channelsOf(entries), places, post, vapidKey })
  const { clock, history, watch } = world
  nowMs = () => clock.now()
  // Signed once per push service; signing takes real time, independent of the clock.
  if (entries.length > 0) await watch.push.vapid.authorization('https://push.example.com/', CHANNEL.subject)
  const { request } = setUpAppServer({}, { clock, history, watch })
  const ask = (method: string, body: object) =>
    request('/api/push', { method, headers: HERE, body: JSON.stringify(body) })
  const journal = async () =>
    (await history.watch.journal({ limit: 50 })).map(({ kind, host = '', code = '' }) =>
      [kind, host, code].join(' ').trim(),
    )
  const health = async () => channelListSchema.parse(await (await request('/api/channels')).json()).channels[0]!
  return Object.assign(world, { service, vapidFile, vapidKey, request, ask, journal, health })
}

it('sends alarms to subscribed browsers, encrypted and signed, each in the language of its page', async () => {
  const { run, strike, ask, service, request, vapidFile, vapidKey, health, clock } = await setUp()
  const { key } = pushOfferSchema.parse(await (await request('/api/push')).json())
  expect(Buffer.from(key!, 'base64url')).toHaveLength(65)
  expect([statSync(vapidFile).mode & 0o777, createVapid(vapidKey, clock).publicKey()]).toEqual([0o600, key])
  await run(5)
  for (const lang of ['en', 'zh'] as const) expect((await ask('POST', service.subscribe(lang))).status).toBe(201)
  await clock.advance(1_000)
  strike(3)
  await run(3)
  expect(service.taken.map(({ message }) => message.lang).sort()).toEqual(['en', 'zh'])
  const alarm = service.taken.find(({ message }) => message.lang === 'en')!
  expect(alarm.message).toMatchObject({
    title: expect.stringMatching(/^SIMULATED DATA: 5 km .*Place golf.*strike/),
    body: expect.stringContaining('Not a warning system'),
    link: expect.stringContaining('https://map.example.com/?t=2026-07-01'),
  })
  expect(service.taken.some(({ message }) => message.title.startsWith('【模拟数据】'))).toBe(true)
  expect(alarm.headers).toMatchObject({ urgency: 'high', ttl: '3600', topic: expect.stringMatching(/^[\w-]{32}$/) })
  expect(alarm.claims).toMatchObject({ aud: 'https://push.example.com', sub: 'mailto:duty@example.com' })
  expect(await health()).toMatchObject({
    lastReceipt: 'accepted for 2 of 2 browsers',
    broken: false,
    leadsTo: 'browsers',
  })
})

it('keeps subscriptions over a restart, deletes those unknown to their push service, and records each message', async () => {
  const gone = new Set<string>()
  const world = await setUp((endpoint) => (gone.has(endpoint) ? 410 : 201))
  const one = world.service.subscribe()
  const other = world.service.subscribe('zh', 'other.example.net')
  for (const each of [one, other]) await world.ask('POST', each)
  await world.ask('POST', { ...one, lang: 'zh' })
  await world.run(5)
  gone.add(other.endpoint)
  await world.reopen()
  for (const host of ['push.example.com', 'other.example.net']) {
    await world.watch.push.vapid.authorization(`https://${host}/`, CHANNEL.subject)
  }
  await world.run(5)
  world.strike(12)
  await world.run(3)
  expect(world.service.taken.map(({ endpoint, message }) => [endpoint, message.lang])).toEqual([[one.endpoint, 'zh']])
  expect(world.watch.push.subscriptions.list().map(({ endpoint }) => endpoint)).toEqual([one.endpoint])
  expect(await world.journal()).toEqual([
    'unsubscribe other.example.net dropped',
    'subscribe other.example.net',
    'subscribe push.example.com',
  ])
})

it('retries failed ones, without delaying others', async () => {
  let isIll = true
  const world = await setUp((endpoint) => (isIll && endpoint.endsWith('/2') ? 503 : 201))
  const { ask, service, run, strike } = world
  for (const lang of ['en', 'en'] as const) await ask('POST', service.subscribe(lang))
  await run(5)
  strike(12)
  await run(30)
  const sent = () =>
    service.taken.map(({ endpoint, message }) => `${endpoint.at(-1)} ${message.renotify ? 'up' : 'end'}`)
  expect(sent()).toEqual(['1 up'])
  strike(3)
  await run(5)
  expect(sent()).toEqual(['1 up', '1 up'])
  isIll = false
  await run(60)
  expect(sent().slice(2)).toEqual(['2 up'])
  await run(11 * 60)
  expect(sent().slice(3).sort()).toEqual(['1 end', '2 end'])
})

it('is not delayed by ten unresponsive browsers of one person, and counts as sent after they were given up', async () => {
  const places = Array.from({ length: 20 }, (_, i) => placeOf(`p${i}`))
  const { watch, service, run, strike, history, clock } = await setUp(undefined, [CHANNEL], places)
  const of = { by: null, names: [], signIn: null, allowPrivate: false }
  for (let i = 0; i < 10; i++) {
    await watch.push.subscriptions.add(service.subscribe('en', 'silent.example.com'), { viewer: 'wang', ...of })
  }
  await watch.push.subscriptions.add(service.subscribe(), { viewer: 'li', ...of })
  await watch.push.vapid.authorization('https://silent.example.com/', CHANNEL.subject)
  await run(2)
  strike(3)
  for (let ms = 0; ms < 2_500; ms += 10) await clock.advance(10)
  expect(service.taken).toHaveLength(20)
  expect((await history.watch.waiting()).length).toBeGreaterThan(0)
  await run(120)
  expect(await history.watch.waiting()).toEqual([])
  expect(service.taken).toHaveLength(20)
})

it('delays no alarm by earlier ones for unresponsive browsers', async () => {
  const { watch, service, clock } = await setUp()
  const of = { by: null, names: [], signIn: null, allowPrivate: false }
  for (let i = 0; i < 10; i++) {
    await watch.push.subscriptions.add(service.subscribe('en', 'silent.example.com'), { viewer: 'wang', ...of })
  }
  await watch.push.vapid.authorization('https://silent.example.com/', CHANNEL.subject)
  watch.engine.raise([testOf('people', clock.now())])
  for (let ms = 0; ms < 100; ms += 10) await clock.advance(10)
  await watch.push.subscriptions.add(service.subscribe(), { viewer: 'li', ...of })
  await clock.advance(10)
  watch.engine.raise([testOf('people', clock.now())])
  for (let ms = 0; ms < 900; ms += 10) await clock.advance(10)
  expect(service.taken).toHaveLength(1)
})

it('is broken after a day without subscriptions, or without a success', async () => {
  for (const isSubscribed of [false, true]) {
    const { ask, service, clock, health, watch } = await setUp(() => 500)
    if (isSubscribed) await ask('POST', service.subscribe())
    for (let hour = 0; hour < 25; hour++) {
      clock.sleep(3_600_000)
      await clock.advance(1_000)
    }
    const why = isSubscribed ? '1 of 1 browsers: receiver returned status 500' : 'no browser is subscribed'
    const lastError = async () => {
      await clock.advance(1_000)
      return watch.dispatcher.health()[0]!.lastError
    }
    await expect.poll(lastError).toBe(why)
    expect(await health()).toMatchObject({ broken: true, lastSuccessAt: null })
  }
})

it('is limited for each viewer and in total, and reaches no machine of private ranges', async () => {
  const { ask, service, watch } = await setUp()
  const said = service.subscribe()
  const bad = [
    { ...said, endpoint: 'http://push.example.com/1' },
    { ...said, endpoint: 'https://127.0.0.1/1' },
    { ...said, endpoint: 'https://[::1]/1' },
    { ...said, endpoint: 'https://169.254.169.254/latest' },
    { ...said, endpoint: 'https://localhost/1' },
    { ...said, endpoint: 'https://name:word@push.example.com/1' },
    { ...said, keys: { ...said.keys, p256dh: said.keys.auth } },
    { ...said, lang: 'fr' },
    {},
  ]
  for (const each of bad) expect((await ask('POST', each)).status).toBe(400)
  expect((await ask('POST', { ...said, endpoint: `https://a/${'x'.repeat(5_000)}` })).status).toBe(413)
  for (let i = 0; i < 10; i++) expect((await ask('POST', service.subscribe())).status).toBe(201)
  expect((await ask('POST', said)).status).toBe(409)
  const ofNobody = { names: [], signIn: null, by: null, allowPrivate: false }
  for (let i = 0; i < 490; i++) {
    await watch.push.subscriptions.add(service.subscribe(), { ...ofNobody, viewer: `v${i}` })
  }
  const full = await watch.push.subscriptions.add(said, { ...ofNobody, viewer: 'another' })
  expect(full).toMatchObject({ isFull: true })
  const [first] = watch.push.subscriptions.list()
  expect((await ask('DELETE', { endpoint: first!.endpoint })).status).toBe(204)
  expect((await ask('DELETE', { endpoint: first!.endpoint })).status).toBe(404)
  expect((await ask('POST', said)).status).toBe(201)
})

it('requires the right to acknowledge, informs the reached users only, and is disabled without such a channel', async () => {
  const { clock, history, watch, service } = await setUp()
  const password = 'a long enough password'
  const files = {
    passwords: await passwordLine('wang:', password),
    roles: JSON.stringify({ acknowledge: ['li'], configure: ['li'] }),
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch })
  const cookie = cookieOf(await signIn({ name: 'wang', password }))
  const said = service.subscribe()
  const status = async (method: string, headers: Record<string, string>) =>
    (await ask('/api/push', { method, headers, body: JSON.stringify(said) })).status
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', cookie }
  for (const method of ['POST', 'DELETE']) {
    expect([await status(method, HERE), await status(method, { ...HERE, cookie })]).toEqual([401, 403])
    expect(await status(method, elsewhere)).toBe(403)
  }
  expect((await ask('/api/push')).status).toBe(401)

  const none = await setUp(undefined, [])
  expect(await (await none.request('/api/push')).json()).toEqual({ key: null })
  expect((await none.ask('POST', said)).status).toBe(404)
  expect(() => readFileSync(none.vapidFile)).toThrow('ENOENT')
})

it.each([
  [{ subject: undefined }, /^channel 1: subject/],
  [{ subject: 'duty@example.com' }, 'channel 1: subject must be a mailto: address or an https: URL'],
])('is refused with settings that are wrong: %j', (over, problem) => {
  expect(problemsOf([{ ...CHANNEL, ...over }])).toEqual([expect.stringMatching(problem)])
})

it('has one notification per ladder, replaced by each later message, with a sound when a level is added', async () => {
  const { ask, service, watch, run, clock } = await setUp()
  await run(5)
  await ask('POST', service.subscribe())
  await clock.advance(1_000)
  const states = ['off', 'on'] as const
  for (const [at, r5] of [states[1], states[0]].entries()) {
    const levels = [levelState('r5', r5), levelState('r16', 'on')]
    const before = [levelState('r5', at === 0 ? 'off' : 'on'), levelState('r16', at === 0 ? 'off' : 'on')]
    watch.writer.writeAll([rowOf({ place: 'golf', levels, before, atMs: clock.now() })], new Map(), () => [])
    await run(2)
  }
  const [up, down] = service.taken
  expect([up!.message.renotify, down!.message.renotify]).toEqual([true, false])
  expect(down!.message.tag).toBe(up!.message.tag)
  expect(down!.headers.topic).toBe(up!.headers.topic)
  expect([up!.headers.urgency, down!.headers.urgency]).toEqual(['high', 'normal'])
})

it('sends the next alarm to a browser with any clock difference to the upstream', async () => {
  const { source, clock, watch, service, ask } = await setUp()
  Object.assign(source, { nowMs: () => clock.now() - 600_000 })
  expect((await ask('POST', service.subscribe())).status).toBe(201)
  watch.engine.raise([testOf('people', clock.now())])
  await clock.advance(1_000)
  expect(service.taken).toHaveLength(1)
})
