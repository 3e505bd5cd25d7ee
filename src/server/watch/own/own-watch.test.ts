import { expect, it } from 'vitest'
import { createEventReader } from '../../../client/watch/event-reader.ts'
import { type Alarm, alarmListSchema, alarmSchema } from '../../../contract/watch/alarms.ts'
import {
  OWN_LIMIT_MAX,
  OWN_RULES_SENT_MAX,
  type OwnRule,
  ownWatchStateSchema,
  VIEWER_HEADER,
} from '../../../contract/watch/own-watch.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { channelsOf } from '../../../testing/channels/channel-kit.ts'
import { setUpHistory } from '../../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import { OWN_ALARMS_MAX, openOwnAlarms } from './own-alarms.ts'
import {
  OWN_RULES_EACH_MAX,
  OWN_RULES_OF_ADDRESS_MAX,
  OWN_VIEWERS_MAX,
  OWN_VIEWERS_OF_ADDRESS_MAX,
  openOwnRules,
} from './own-rules.ts'
import { ownerOf } from './own-watch.ts'

const LI = 'a-random-word-of-li-0001'
const WANG = 'a-random-word-of-wang-01'
const HOOK = { id: 'gate', kind: 'webhook', url: 'https://hooks.example.com/', secret: 'a secret of a webhook' }
const WIDE: OwnRule = { place: 'ZSPD', ringsKm: [20, 40], holdMin: 20 }
const KEY = 'ZSPD:20,40:20'

async function setUp() {
  const sent: string[] = []
  const world = await setUpWatch({
    places: [placeOf('ZSPD', { group: 'airports' }), placeOf('golf', {}, 3)],
    channels: channelsOf([{ ...HOOK, stages: ['alert', 'alarm', 'quiet'] }]),
    async post({ body }) {
      sent.push(body)
      return { status: 204, text: '' }
    },
  })
  await world.run(5)
  const { clock, history } = world
  const server = () => setUpAppServer({}, { clock, history, watch: world.watch })
  const post = (path: string, viewer: string, body: object = {}) =>
    server().request(path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...HERE, 'content-type': 'application/json', [VIEWER_HEADER]: viewer },
    })
  const ask = async (viewer: string, ...rules: OwnRule[]) =>
    ownWatchStateSchema.parse(await (await post('/api/own-watch', viewer, { rules })).json())
  const stages = async (viewer: string) => (await ask(viewer)).alarms.map(({ stage }) => stage).reverse()
  return { ...world, world, server, post, ask, stages, sent }
}

/** Reads events of the stream as somebody. */
async function listen(
  server: ReturnType<Awaited<ReturnType<typeof setUp>>['server']>,
  headers: Record<string, string>,
) {
  const answer = await server.request('/api/alarms/stream', { headers })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const events = createEventReader()
  const heard: Alarm[] = []
  return {
    heard,
    lastId: () => events.lastId(),
    async until(count: number) {
      while (heard.length < count) {
        const read = events.read((await reader.read()).value ?? '')
        heard.push(...read.map(({ data }) => alarmSchema.parse(data)))
      }
    },
    end: () => reader.cancel(),
  }
}

it('judges an airport by a viewer’s rings and hold time, beside what all are told', async () => {
  const { ask, stages, run, strike, log } = await setUp()
  expect((await ask(LI, WIDE)).judged).toEqual([KEY])
  strike(30)
  await run(5)
  expect([await stages(LI), await log()]).toEqual([['alert'], []])
  strike(12)
  await run(10 * 60 + 5)
  expect(await log()).toEqual(['ZSPD alert', 'ZSPD quiet'])
  expect(await stages(LI)).toEqual(['alert', 'alarm'])
  await run(10 * 60)
  expect(await stages(LI)).toEqual(['alert', 'alarm', 'quiet'])
  const [quiet, alarm] = (await ask(LI)).alarms
  expect(alarm).toMatchObject({
    own: KEY,
    place: { id: 'ZSPD', group: 'airports' },
    details: { ringKm: 20, holdMin: 20 },
  })
  expect(alarm!.id).toMatch(/^own\.ZSPD:20,40:20\.alarm\.\d+$/)
  expect([quiet!.watched, quiet!.link]).toEqual([1, null])
})

it('tells nobody else: no log, no stream, no channel, no acknowledgement', async () => {
  const { ask, run, strike, server, post, sent, stages } = await setUp()
  await ask(LI, WIDE)
  const [hers, theirs, nobodys] = await Promise.all([
    listen(server(), { [VIEWER_HEADER]: LI }),
    listen(server(), { [VIEWER_HEADER]: WANG }),
    listen(server(), {}),
  ])
  strike(30)
  await run(5)
  strike(12)
  await run(5)
  await Promise.all([hers.until(3), theirs.until(1), nobodys.until(1)])
  expect(hers.heard.map(({ stage, own }) => `${stage} ${own ?? 'all'}`).sort()).toEqual([
    `alarm ${KEY}`,
    `alert ${KEY}`,
    'alert all',
  ])
  expect([...theirs.heard, ...nobodys.heard].map(({ own }) => own)).toEqual([undefined, undefined])
  const all = alarmListSchema.parse(
    await (await server().request('/api/alarms', { headers: { [VIEWER_HEADER]: LI } })).json(),
  )
  expect(all.alarms.map(({ own }) => own)).toEqual([undefined])
  expect([sent.length, await stages(WANG)]).toEqual([1, []])
  const [alarm] = (await ask(LI)).alarms
  const path = `/api/own-watch/${encodeURIComponent(alarm!.id)}/acknowledge`
  expect((await post(path, WANG)).status).toBe(404)
  expect((await post(path, LI, { by: 'Li' })).status).toBe(200)
  expect((await ask(LI)).alarms.find(({ id }) => id === alarm!.id)!.acknowledged).toMatchObject({ by: 'Li' })
  await Promise.all([hers.end(), theirs.end(), nobodys.end()])
})

it('resumes a stream where it was left, in the log of all and in one’s own', async () => {
  const { ask, run, strike, server } = await setUp()
  await ask(LI, WIDE)
  const headers = { [VIEWER_HEADER]: LI }
  const first = await listen(server(), headers)
  strike(30)
  await run(2)
  await first.until(1)
  await first.end()
  strike(12)
  await run(2)
  const second = await listen(server(), { ...headers, 'last-event-id': first.lastId()! })
  await second.until(2)
  expect(second.heard.map(({ stage, own }) => `${stage} ${own ? 'own' : 'all'}`)).toEqual(['alert all', 'alarm own'])
  const third = await listen(server(), { ...headers, 'last-event-id': second.lastId()! })
  strike(3)
  await run(2)
  await third.until(1)
  expect(third.heard.map(({ stage, own }) => `${stage} ${own ? 'own' : 'all'}`)).toEqual(['alarm all'])
  await Promise.all([second.end(), third.end()])
})

it('goes on after a restart where it was, and raises nothing again', async () => {
  const { ask, run, strike, stages, world } = await setUp()
  await ask(LI, WIDE)
  strike(30)
  await run(5)
  await world.reopen()
  await run(60)
  expect([(await ask(LI)).judged, await stages(LI)]).toEqual([[KEY], ['alert']])
  await run(20 * 60)
  expect(await stages(LI)).toEqual(['alert', 'quiet'])
})

it('counts what struck before a rule was there, and keeps what each page of a viewer asks for', async () => {
  const { ask, run, strike, stages } = await setUp()
  strike(30)
  await run(60)
  await ask(LI, WIDE)
  await run(5)
  expect(await stages(LI)).toEqual(['alert'])
  const other = { ...WIDE, ringsKm: [2] }
  expect((await ask(LI, other)).judged).toEqual([KEY])
  await run(20)
  expect((await ask(LI, other)).judged).toEqual([KEY, 'ZSPD:2:20'])
})

it('forgets a rule that nobody has asked for in three days, and what was raised by it', async () => {
  const { clock, history } = setUpHistory()
  const store = history.watch
  const places = { list: () => [placeOf('ZSPD', { group: 'airports' })], onChange: () => () => {} }
  const rules = await openOwnRules({ store, places, clock })
  const alarms = await openOwnAlarms(store)
  rules.ask('li', null, [WIDE])
  await clock.advance(2 * DAY_MS)
  rules.ask('li', null, [{ ...WIDE, holdMin: 10 }])
  await clock.advance(1.1 * DAY_MS)
  expect(rules.judged('li', true)).toEqual(['ZSPD:20,40:10'])
  await clock.advance(2 * DAY_MS)
  expect([rules.judged('li', true), rules.list()]).toEqual([[], []])
  expect([...(await store.states('own-list/'))]).toEqual([])
  const added = alarms.add('li', { id: 'own.1', own: KEY } as Alarm)!
  await store.write({ states: added.states })
  expect(alarms.forget(() => true)).toEqual([])
  await store.write({ states: alarms.forget(() => false) })
  expect([alarms.list('li'), ...(await store.states('own-alarm/'))]).toEqual([[]])
  rules.close()
})

it('has bounds: of one viewer, of one address, in all; what has no room the page judges', async () => {
  const { ask, run, world } = await setUp()
  const rules = (from: number) =>
    Array.from({ length: 100 }, (_, i) => ({ ...WIDE, ringsKm: [1 + (from + i) / 20] }) satisfies OwnRule)
  for (const from of [0, 100, 200, 300, 400]) await ask(LI, ...rules(from))
  await run(20)
  expect((await ask(LI)).judged).toHaveLength(OWN_RULES_EACH_MAX)
  for (let i = 0; i < OWN_VIEWERS_OF_ADDRESS_MAX; i++) await ask(`${WANG}-${i}`, WIDE)
  await run(20)
  expect((await ask(`${WANG}-0`)).judged).toEqual([KEY])
  expect((await ask(`${WANG}-${OWN_VIEWERS_OF_ADDRESS_MAX - 1}`)).judged).toEqual([])
  for (let i = 0; i < OWN_VIEWERS_MAX; i++) await world.watch.own.ask(`name-${i}`, null, [WIDE])
  await run(20)
  expect((await world.watch.own.ask('name-0', null, [])).judged).toEqual([KEY])
  expect((await world.watch.own.ask(`name-${OWN_VIEWERS_MAX - 1}`, null, [])).judged).toEqual([])
  expect((await ask(LI, { ...WIDE, place: 'golf' }, { ...WIDE, place: 'none' })).judged).toHaveLength(
    OWN_RULES_EACH_MAX,
  )
})

it('goes by so many rules of one address without a name, whichever words they come under', async () => {
  const { ask, run, world } = await setUp()
  const rules = (from: number) =>
    Array.from({ length: 100 }, (_, i) => ({ ...WIDE, ringsKm: [1 + (from + i) / 20] }) satisfies OwnRule)
  for (let word = 0; word < 13; word++) {
    for (const from of [0, 100, 200, 300]) await ask(`${WANG}-${word}`, ...rules(from))
  }
  await run(20)
  let judged = 0
  for (let word = 0; word < 13; word++) judged += (await ask(`${WANG}-${word}`)).judged.length
  expect(judged).toBe(OWN_RULES_OF_ADDRESS_MAX)
  await world.watch.own.ask('a-name', null, [WIDE])
  await run(20)
  expect((await world.watch.own.ask('a-name', null, [])).judged).toEqual([KEY])
})

it('goes no more by the rules of a name that nobody signs in by', async () => {
  const { run, world } = await setUp()
  const owner = (name: string) => ownerOf({ name, isPerson: true, claims: {} }, undefined)!
  for (const name of ['li', 'wang']) await world.watch.own.ask(owner(name), null, [WIDE])
  world.watch.own.keepNames(['li'])
  await run(20)
  const judged = async (name: string) => (await world.watch.own.ask(owner(name), null, [])).judged
  expect([await judged('li'), await judged('wang')]).toEqual([[KEY], []])
})

it('keeps the latest alarms of a viewer alone', async () => {
  const { ask, run, strike, world } = await setUp()
  for (let i = 0; i < 50; i++) {
    const ringsKm = [20 + i / 10, 40]
    await world.watch.own.ask('name', null, [{ ...WIDE, ringsKm }])
  }
  await run(20)
  strike(12)
  await run(5)
  expect((await world.watch.own.ask('name', null, [])).alarms).toHaveLength(OWN_ALARMS_MAX)
  expect((await world.history.watch.states('own-alarm/name/')).size).toBe(OWN_ALARMS_MAX)
  expect((await ask(LI)).alarms).toEqual([])
})

it('refuses what is no rule, who has no word, and pages of others', async () => {
  const { post, server } = await setUp()
  for (const wrong of [{ ringsKm: [8, 5] }, { ringsKm: [] }, { ringsKm: [60] }, { holdMin: 0 }, { place: '' }])
    expect((await post('/api/own-watch', LI, { rules: [{ ...WIDE, ...wrong }] })).status).toBe(400)
  for (const wrong of [
    { limit: -1 },
    { limit: OWN_LIMIT_MAX + 1 },
    { limit: '12' },
    { stage: 'quiet' },
    { stage: 'category' },
  ])
    expect(
      (await post('/api/own-watch', LI, { rules: [{ place: 'ZSPD', stage: 'wind', limit: 12, ...wrong }] })).status,
    ).toBe(400)
  const many = Array(OWN_RULES_SENT_MAX + 1).fill(WIDE)
  expect((await post('/api/own-watch', LI, { rules: many })).status).toBe(400)
  const fits = Array.from({ length: OWN_RULES_SENT_MAX }, () => ({ ...WIDE, ringsKm: [10.25, 20.55, 30.75, 49.95] }))
  expect((await post('/api/own-watch', LI, { rules: fits })).status).toBe(200)
  expect((await post('/api/own-watch', 'short', { rules: [] })).status).toBe(400)
  expect((await post('/api/own-watch', LI, { rules: [], more: 'x'.repeat(40_000) })).status).toBe(413)
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', [VIEWER_HEADER]: LI }
  expect((await server().request('/api/own-watch', { method: 'POST', headers, body: '{}' })).status).toBe(403)
  expect((await server().request('/api/own-watch')).status).toBe(405)
})

it('goes by the name of a sign-in, on whatever screen, and lets no stranger ask', async () => {
  const { clock, history, watch } = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' })] })
  const password = 'a long enough password'
  const files = { passwords: `${await passwordLine('wang:', password)}\n${await passwordLine('li:', password)}` }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch })
  const post = async (headers: Record<string, string>, rules: OwnRule[]) =>
    ask('/api/own-watch', { method: 'POST', headers: { ...HERE, ...headers }, body: JSON.stringify({ rules }) })
  expect((await post({ [VIEWER_HEADER]: LI }, [WIDE])).status).toBe(401)
  const judgedBy = async (name: string, word: string, rules: OwnRule[]) => {
    const cookie = cookieOf(await signIn({ name, password }))
    return ownWatchStateSchema.parse(await (await post({ cookie, [VIEWER_HEADER]: word }, rules)).json()).judged
  }
  expect(await judgedBy('wang', WANG, [WIDE])).toEqual([KEY])
  expect(await judgedBy('wang', LI, [])).toEqual([KEY])
  expect(await judgedBy('li', WANG, [])).toEqual([])
})
