import { expect, it } from 'vitest'
import { createEventReader } from '../../../client/watch/event-reader.ts'
import { type Alarm, alarmListSchema, alarmSchema } from '../../../contract/watch/alarms.ts'
import { type Level, weatherLadderSchema } from '../../../contract/watch/levels.ts'
import { levelsAnswerSchema } from '../../../contract/watch/place-states.ts'
import {
  PRIVATE_SENT_MAX,
  type PrivateLadder,
  privateKey,
  privateLevelsAnswerSchema,
  VIEWER_HEADER,
} from '../../../contract/watch/private-levels.ts'
import { levelsOfRings } from '../../../core/levels/ladder-of.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { channelsOf } from '../../../testing/channels/channel-kit.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { setUpHistory } from '../../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import { OWN_ALARMS_MAX, openOwnAlarms } from './own-alarms.ts'
import { openPrivateLadders, PRIVATE_EACH_MAX, PRIVATE_MAX, PRIVATE_VIEWER_MIN } from './private-ladders.ts'
import { ownerOf } from './private-levels.ts'

const LI = 'a-random-word-of-li-0001'
const WANG = 'a-random-word-of-wang-01'
const HOOK = { id: 'gate', kind: 'webhook', url: 'https://hooks.example.com/', secret: 'a secret of a webhook' }
const rings = (...km: number[]): PrivateLadder => ({ place: 'ZSPD', levels: [...levelsOfRings(km, 20)] })
const WIDE = rings(20, 40)
const KEY = privateKey(WIDE)
const weather = (report: Partial<Level['report']>): PrivateLadder => ({
  place: 'ZSPD',
  weather: weatherLadderSchema.parse([{ id: 'wind', name: 'Wind', report }]),
})

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
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...HERE, 'content-type': 'application/json', [VIEWER_HEADER]: viewer },
    })
  const ask = async (viewer: string, ...ladders: PrivateLadder[]) =>
    privateLevelsAnswerSchema.parse(await (await post('/api/private-levels', viewer, { ladders })).json())
  const rows = async (viewer: string) =>
    (await ask(viewer)).alarms.map(({ step, level }) => `${step} ${level ?? 'none'}`).reverse()
  const states = async (headers: Record<string, string>, query = '') => {
    const answer = levelsAnswerSchema.parse(await (await server().request(`/api/levels${query}`, { headers })).json())
    return answer.places.map(({ place, level, own, rule }) => `${place?.id} ${level} ${rule}${own ? ` ${own}` : ''}`)
  }
  return { ...world, world, server, post, ask, rows, states, sent }
}

/** Reads events of a viewer's stream. */
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

it('evaluates a viewer’s levels beside the common ones', async () => {
  const { ask, rows, run, strike, log, states } = await setUp()
  expect((await ask(LI, WIDE)).judged).toEqual([KEY])
  await run(1)
  strike(30)
  await run(5)
  expect([await rows(LI), await log()]).toEqual([['up r40'], []])
  expect([await states({ [VIEWER_HEADER]: LI }), await states({ [VIEWER_HEADER]: WANG })]).toEqual([
    [`ZSPD r40 private ${KEY}`],
    [],
  ])
  strike(12)
  await run(10 * 60 + 5)
  expect(await log()).toEqual(['ZSPD alert', 'ZSPD quiet'])
  expect(await rows(LI)).toEqual(['up r40', 'up r20'])
  await run(10 * 60)
  expect(await rows(LI)).toEqual(['up r40', 'up r20', 'end none'])
  const [end, up] = (await ask(LI)).alarms
  expect(up).toMatchObject({ own: KEY, place: { id: 'ZSPD', group: 'airports' }, rule: 'private', link: null })
  expect(up!.id).toMatch(/^own\.ZSPD:\w+\.r20\.on\.\d+$/)
  expect(end!.watched).toBe(1)
})

it('are visible to no other viewer: no log, stream, channel, state, or acknowledgement', async () => {
  const { ask, run, strike, server, post, sent, rows, states, lines, world } = await setUp()
  await ask(LI, WIDE)
  await run(1)
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
  expect(hers.heard.map(({ level, own }) => `${level} ${own ?? 'all'}`).sort()).toEqual([
    'r16 all',
    `r20 ${KEY}`,
    `r40 ${KEY}`,
  ])
  expect([...theirs.heard, ...nobodys.heard].map(({ own }) => own)).toEqual([undefined, undefined])
  const all = alarmListSchema.parse(
    await (await server().request('/api/alarms', { headers: { [VIEWER_HEADER]: LI } })).json(),
  )
  expect(all.alarms.map(({ own }) => own)).toEqual([undefined])
  expect([sent.length, await rows(WANG)]).toEqual([1, []])
  const owner = [...(await world.history.watch.states('private/')).keys()][0]!.split('/')[0]
  const asked = `?place=${encodeURIComponent(`~${owner}/ZSPD`)}`
  expect([await states({ [VIEWER_HEADER]: WANG }), await states({}, asked)]).toEqual([['ZSPD r16 place'], []])
  const said = JSON.stringify([hers.heard, all, lines, await ask(LI)])
  expect([said.includes(owner!), said.includes(LI)]).toEqual([false, false])
  const row = (await ask(LI)).alarms[0]!
  const path = `/api/private-levels/${encodeURIComponent(row.id)}/acknowledge`
  expect((await post(path, WANG)).status).toBe(404)
  expect((await post(path, LI, { by: 'Li' })).status).toBe(200)
  expect((await ask(LI)).alarms.find(({ id }) => id === row.id)!.acknowledged).toMatchObject({ by: 'Li' })
  await Promise.all([hers.end(), theirs.end(), nobodys.end()])
})

it('resumes a stream at its position, in the common log and in the viewer’s own', async () => {
  const { ask, run, strike, server } = await setUp()
  await ask(LI, WIDE)
  await run(1)
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
  const heard = (alarms: readonly Alarm[]) => alarms.map(({ level, own }) => `${level} ${own ? 'own' : 'all'}`)
  expect(heard(second.heard)).toEqual(['r16 all', 'r20 own'])
  const third = await listen(server(), { ...headers, 'last-event-id': second.lastId()! })
  strike(3)
  await run(2)
  await third.until(1)
  expect(heard(third.heard)).toEqual(['r5 all'])
  await Promise.all([second.end(), third.end()])
})

it('resume after a restart, without repeated rows', async () => {
  const { ask, run, strike, rows, world } = await setUp()
  await ask(LI, WIDE)
  await run(1)
  strike(30)
  await run(5)
  await world.reopen()
  await run(60)
  expect([(await ask(LI)).judged, await rows(LI)]).toEqual([[KEY], ['up r40']])
  await run(20 * 60)
  expect(await rows(LI)).toEqual(['up r40', 'end none'])
})

it('counts strikes from before the levels existed, replaces those of a place, and deletes unnamed ones', async () => {
  const { ask, run, strike, rows, states } = await setUp()
  strike(30)
  await run(60)
  await ask(LI, WIDE)
  await run(5)
  expect(await rows(LI)).toEqual(['up r40'])
  const narrow = rings(2, 30.5)
  expect((await ask(LI, narrow)).judged).toEqual([])
  await run(20)
  expect([(await ask(LI)).judged, await rows(LI)]).toEqual([[privateKey(narrow)], ['up r40', 'up r30-5']])
  await ask(LI, { place: 'ZSPD' })
  await run(20)
  expect([(await ask(LI)).judged, await rows(LI)]).toEqual([[], ['up r40', 'up r30-5', 'end none']])
  expect(await states({ [VIEWER_HEADER]: LI }, '?place=ZSPD')).toEqual(['ZSPD null place', 'ZSPD null default'])
})

it('compares reports with the viewer’s own limits and category scheme', async () => {
  const { ask, run, rows, world, log } = await setUp()
  const report = async (hour: string, rest: string) => {
    const record = reportRecord({ raw_metar: `METAR ZSPD 01${hour}00Z ${rest} 9999 FEW030 28/22 Q1008` })
    world.source.emitReports({ kind: 'reports', records: [record] })
    await run(1)
  }
  await ask(LI, weather({ windMps: 12 }))
  await report('08', '12004MPS')
  expect([await rows(LI), await log()]).toEqual([[], []])
  await report('09', '12013MPS')
  expect([await rows(LI), await log()]).toEqual([['up wind'], []])
})

it('becomes possible by the nowcast of its place, at its computed distances only', async () => {
  const { ask, run } = await setUp()
  const expecting = (km: number): PrivateLadder => ({
    place: 'ZSPD',
    levels: [...levelsOfRings([km], 20, { percent: 50, withinMin: 30 })],
  })
  expect((await ask(LI, expecting(16))).judged).toEqual([privateKey(expecting(16))])
  await ask(LI, expecting(17))
  await run(20)
  expect((await ask(LI)).judged).toEqual([])
})

it('are deleted with their rows after three days without the viewer', async () => {
  const { clock, history } = setUpHistory()
  const store = history.watch
  const places = [placeOf('ZSPD', { group: 'airports' })]
  const ladders = await openPrivateLadders({ store, clock })
  const alarms = await openOwnAlarms(store)
  ladders.ask('li', null, [WIDE])
  expect(ladders.isStale()).toBe(true)
  expect(ladders.subjectsAt(places).map(({ id }) => id)).toEqual(['~li/ZSPD'])
  const sleep = async (days: number) => {
    clock.sleep(days * DAY_MS)
    await clock.advance(1)
  }
  await sleep(2)
  ladders.ask('li', null, [])
  await sleep(2)
  ladders.forget()
  expect([ladders.isStale(), ladders.has('li')]).toEqual([false, true])
  const again = await openPrivateLadders({ store, clock })
  again.subjectsAt(places)
  expect(again.judged('li')).toEqual([KEY])
  await sleep(1.1)
  ladders.forget()
  expect([ladders.isStale(), ladders.subjectsAt(places), ladders.has('li')]).toEqual([true, [], false])
  expect([...(await store.states('private/'))]).toEqual([])
  const added = alarms.add('li', { id: 'own.1', own: KEY } as Alarm)!
  await store.write({ states: added.states })
  expect(alarms.forget(() => true)).toEqual([])
  await store.write({ states: alarms.forget(() => false) })
  expect([alarms.list('li'), ...(await store.states('own-alarm/'))]).toEqual([[]])
})

it('are limited per viewer, per address, and in total; excess ones are not evaluated', async () => {
  const { clock, history } = setUpHistory()
  const places = Array.from({ length: PRIVATE_EACH_MAX + 100 }, (_, i) => placeOf(`P${i}`))
  const ladders = await openPrivateLadders({ store: history.watch, clock })
  const fill = (viewer: string, address: string | null, from: number, count: number) => {
    const asked = places.slice(from, from + count).map(({ id }): PrivateLadder => ({ ...WIDE, place: id }))
    ladders.ask(viewer, address, asked)
  }
  const ask = (...[viewer, ...rest]: Parameters<typeof fill>) => {
    fill(viewer, ...rest)
    ladders.subjectsAt(places)
    return ladders.judged(viewer).length
  }
  const end = (viewer: string, count: number) => {
    const ended = places.slice(0, count).map(({ id }): PrivateLadder => ({ place: id }))
    ladders.ask(viewer, null, ended)
  }
  // A viewer with a name.
  expect([ask('named', null, 0, 300), ask('named', null, 300, 300)]).toEqual([300, PRIVATE_EACH_MAX])
  ladders.ask('named', null, [{ ...rings(2), place: 'P0' }])
  expect(ask('named', null, 1, 0)).toBe(PRIVATE_EACH_MAX)
  // Viewers without one, at one address.
  expect([ask('li', 'a', 0, 300), ask('wang', 'a', 0, 300)]).toEqual([300, PRIVATE_EACH_MAX - 300])
  expect(ask('zhao', 'a', 0, 1)).toBe(0)
  const viewersMax = PRIVATE_EACH_MAX / PRIVATE_VIEWER_MIN
  for (let i = 0; i < viewersMax; i++) fill(`at-b-${i}`, 'b', 0, 1)
  expect([ladders.has(`at-b-${viewersMax - 1}`), ask('at-b-last', 'b', 0, 1)]).toEqual([true, 0])
  // All together.
  for (let i = 3; i < PRIVATE_MAX / PRIVATE_EACH_MAX; i++) fill(`name-${i}`, null, 0, PRIVATE_EACH_MAX)
  expect([ask('late', null, 0, 1), ladders.count()]).toEqual([0, PRIVATE_MAX - PRIVATE_EACH_MAX + viewersMax])
  end('name-3', PRIVATE_VIEWER_MIN - 1)
  expect(ask('late', null, 0, PRIVATE_VIEWER_MIN)).toBe(0)
  end('name-3', PRIVATE_VIEWER_MIN)
  expect(ask('late', null, 0, PRIVATE_VIEWER_MIN + 1)).toBe(PRIVATE_VIEWER_MIN)
  end('name-4', PRIVATE_EACH_MAX)
  for (let i = 0; i < viewersMax; i++) fill(`many-${i}`, null, 0, 1)
  expect([ladders.has(`many-${viewersMax - 1}`), ask('too-many', null, 0, 1)]).toEqual([true, 0])
})

it('are deleted with the name of the sign-in', async () => {
  const { run, world } = await setUp()
  const owner = (name: string) => ownerOf({ name, isPerson: true, claims: {} }, undefined)!
  for (const name of ['li', 'wang']) world.watch.own.ask(owner(name), null, [WIDE])
  await run(20)
  world.watch.own.keepNames(['li'])
  await run(20)
  const judged = (name: string) => world.watch.own.ask(owner(name), null, []).judged
  expect([judged('li'), judged('wang'), world.watch.own.count()]).toEqual([[KEY], [], 1])
})

it('keeps the latest rows of a viewer only', async () => {
  const { history } = setUpHistory()
  const alarms = await openOwnAlarms(history.watch)
  for (let i = 0; i <= OWN_ALARMS_MAX; i++) {
    await history.watch.write({ states: alarms.add('li', { id: `own.${i}`, own: KEY } as Alarm)!.states })
  }
  expect([alarms.list('li').length, (await history.watch.states('own-alarm/li/')).size]).toEqual([
    OWN_ALARMS_MAX,
    OWN_ALARMS_MAX,
  ])
  expect(alarms.list('wang')).toEqual([])
})

it('rejects invalid ladders, viewers without an id, and other origins', async () => {
  const { post, server } = await setUp()
  const path = '/api/private-levels'
  const [r20, r40] = WIDE.levels!
  for (const wrong of [
    { levels: [r40, r20] },
    { levels: [] },
    { levels: [{ ...r20, km: 60 }] },
    { levels: [{ ...r20, holdMin: 0 }] },
    { levels: [{ ...r20, gust: 1 }] },
    { place: '' },
    { weather: [{ id: 'w', name: 'W', report: { windMps: 0 } }] },
    { weather: [{ id: 'r20', name: 'W', report: { windMps: 12 } }] },
  ])
    expect((await post(path, LI, { ladders: [{ ...WIDE, ...wrong }] })).status).toBe(400)
  const many = Array(PRIVATE_SENT_MAX + 1).fill({ place: 'ZSPD' })
  expect((await post(path, LI, { ladders: many })).status).toBe(400)
  expect((await post(path, LI, { ladders: many.slice(1) })).status).toBe(200)
  expect((await post(path, 'short', { ladders: [] })).status).toBe(400)
  expect((await post(path, LI, { ladders: [], more: 'x'.repeat(70_000) })).status).toBe(413)
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', [VIEWER_HEADER]: LI }
  expect((await server().request(path, { method: 'POST', headers, body: '{}' })).status).toBe(403)
  expect((await server().request(path)).status).toBe(405)
})

it('belong to the signed-in name on every screen, and require access', async () => {
  const { clock, history, watch, run, strike } = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' })] })
  const password = 'a long enough password'
  const files = { passwords: `${await passwordLine('wang:', password)}\n${await passwordLine('li:', password)}` }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch })
  const post = async (headers: Record<string, string>, ladders: PrivateLadder[]) =>
    ask('/api/private-levels', { method: 'POST', headers: { ...HERE, ...headers }, body: JSON.stringify({ ladders }) })
  expect((await post({ [VIEWER_HEADER]: LI }, [WIDE])).status).toBe(401)
  const cookies = {
    wang: cookieOf(await signIn({ name: 'wang', password })),
    li: cookieOf(await signIn({ name: 'li', password })),
  }
  const judgedBy = async (cookie: string, word: string, ladders: PrivateLadder[]) =>
    privateLevelsAnswerSchema.parse(await (await post({ cookie, [VIEWER_HEADER]: word }, ladders)).json()).judged
  expect(await judgedBy(cookies.wang, WANG, [WIDE])).toEqual([KEY])
  expect(await judgedBy(cookies.wang, LI, [])).toEqual([KEY])
  expect(await judgedBy(cookies.li, WANG, [])).toEqual([])
  await run(5)
  strike(30)
  await run(5)
  const own = async (cookie: string) => {
    const answer = await ask('/api/levels', { headers: { cookie, [VIEWER_HEADER]: WANG } })
    return levelsAnswerSchema.parse(await answer.json()).places.map((state) => state.own)
  }
  expect([await own(cookies.wang), await own(cookies.li)]).toEqual([[KEY], []])
})
