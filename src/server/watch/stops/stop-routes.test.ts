import { expect, it } from 'vitest'
import { isRow } from '../../../contract/watch/alarms.ts'
import { journalSchema } from '../../../contract/watch/journal.ts'
import { type WorkStop, workStopSchema } from '../../../contract/watch/place-states.ts'
import { STOP_CHANGES_MAX, STOPS_OPEN_MAX, stopListSchema } from '../../../contract/watch/stops.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import { STOPS_KEPT_MAX } from './work-stops.ts'

const DAY_S = 86_400
const HOUR_S = 3_600

async function setUp() {
  const world = await setUpWatch({ places: [placeOf('golf', { timeZone: 'Asia/Shanghai' }), placeOf('port', {}, 1)] })
  const { clock, history, watch, places } = world
  const { request } = setUpAppServer({}, { clock, history, watch, places })
  const ask = (method: string, path: string, body: object) =>
    request(path, { method, headers: HERE, body: JSON.stringify(body) })
  const list = async (query = '') => stopListSchema.parse(await (await request(`/api/stops${query}`)).json()).stops
  const begin = async (said: object = {}) =>
    workStopSchema.parse(
      await (await ask('POST', '/api/stops', { by: 'Li', place: 'golf', work: 'fuelling', ...said })).json(),
    )
  const rows = async () => {
    const kept = await history.watch.alarms({ stages: ['stop'], limit: 100 })
    return kept.map(({ alarm }) => alarm).reverse()
  }
  return { world, clock, history, places, watch, request, ask, list, begin, rows }
}

it('keeps a stop with its changes until a person ends it; each is a row and a journal entry', async () => {
  const { ask, list, begin, rows, request, clock } = await setUp()
  const stop = await begin({ level: 'r5', note: 'rain too' })
  expect(stop).toMatchObject({ by: 'Li', work: 'fuelling', earliestResume: null, level: 'r5', resumed: null })
  await clock.advance(60_000)
  const earliestResume = new Date(clock.now() + 960_000).toISOString()
  await ask('PUT', `/api/stops/${stop.id}`, { by: 'Wang', earliestResume })
  expect(await list()).toMatchObject([{ id: stop.id, work: 'fuelling', earliestResume, changes: [{ by: 'Wang' }] }])
  await clock.advance(60_000)
  const resumed = await ask('POST', `/api/stops/${stop.id}/resume`, { by: 'Li', note: 'told by tower' })
  expect(await resumed.json()).toMatchObject({ resumed: { by: 'Li', note: 'told by tower' } })
  expect(await list()).toEqual([])
  const all = await rows()
  expect(all.map(({ id, step, stage, details }) => [id, step, stage, details.change])).toEqual([
    [`stop.${stop.id}.1`, 'stop', 'stop', 'stop'],
    [`stop.${stop.id}.2`, 'stop', 'stop', 'stop-change'],
    [`stop.${stop.id}.3`, 'stop', 'stop', 'resume'],
  ])
  expect(all.map((row) => isRow(row) && row.stops.map(({ work }) => work))).toEqual([['fuelling'], ['fuelling'], []])
  const { entries } = journalSchema.parse(await (await request('/api/journal')).json())
  expect(entries.map(({ kind, by, subject, work, text }) => [kind, by, subject, work, text])).toEqual([
    ['resume', 'Li', 'golf', 'fuelling', 'told by tower'],
    ['stop-change', 'Wang', 'golf', 'fuelling', ''],
    ['stop', 'Li', 'golf', 'fuelling', 'rain too'],
  ])
})

it('ends no stop automatically: not by time, by a restart, or by removal of its place', async () => {
  const { world, clock, history, places, begin, rows } = await setUp()
  const stop = await begin({ earliestResume: new Date(clock.now() + 60_000).toISOString() })
  await world.reopen()
  const { request } = setUpAppServer({}, { clock, history, watch: world.watch, places })
  world.guard([placeOf('port')])
  clock.step(3 * DAY_S * 1_000)
  await clock.advance(HOUR_S * 1_000)
  const open = stopListSchema.parse(await (await request('/api/stops?place=golf')).json()).stops
  expect(open.map(({ id }) => id)).toEqual([stop.id])
  const path = `/api/stops/${stop.id}/resume`
  const ended = await request(path, { method: 'POST', headers: HERE, body: JSON.stringify({ by: 'Li' }) })
  expect(ended.status).toBe(200)
  expect((await rows()).at(-1)?.place).toMatchObject({ id: 'golf' })
})

it('rejects an invalid stop, a second open one, and changes of a resumed one', async () => {
  const { ask, begin, clock } = await setUp()
  const post = async (said: object) => (await ask('POST', '/api/stops', { by: 'Li', work: 'towing', ...said })).status
  expect(await post({ place: 'none' })).toBe(404)
  for (const wrong of [
    { place: 'golf', work: ' ' },
    { place: 'golf', work: 'x'.repeat(121) },
    { place: 'golf', note: 'x'.repeat(501) },
    { place: 'golf', level: 'R 5' },
    { place: 'golf', earliestResume: 'soon' },
    { place: 'golf', earliestResume: new Date(clock.now() - 1_000).toISOString() },
    { place: 'golf', earliestResume: new Date(clock.now() + 32 * DAY_S * 1_000).toISOString() },
    { place: 'golf', by: undefined },
  ]) {
    expect([wrong, await post(wrong)]).toEqual([wrong, 400])
  }
  const { id } = await begin()
  expect((await ask('POST', '/api/stops/none/resume', { by: 'Li' })).status).toBe(404)
  expect((await ask('POST', '/api/stops', { by: 'Wang', place: 'golf', work: 'fuelling' })).status).toBe(409)
  expect((await ask('PUT', `/api/stops/${id}`, { by: 'Li' })).status).toBe(400)
  await ask('POST', `/api/stops/${id}/resume`, { by: 'Li' })
  expect((await ask('POST', `/api/stops/${id}/resume`, { by: 'Li' })).status).toBe(409)
  expect((await ask('PUT', `/api/stops/${id}`, { by: 'Li', work: 'all' })).status).toBe(409)
  expect((await ask('POST', '/api/stops', { by: 'Wang', place: 'golf', work: 'fuelling' })).status).toBe(201)
})

it('limits open stops of a place, changes of one, and stored ones', async () => {
  const { world, ask, begin, history, clock } = await setUp()
  const status = async (work: string) => (await ask('POST', '/api/stops', { by: 'Li', place: 'golf', work })).status
  for (let i = 0; i < STOPS_OPEN_MAX.ofPlace; i++) expect(await status(`work ${i}`)).toBe(201)
  expect(await status('one more')).toBe(409)
  const { id, ...open } = await begin({ place: 'port' })
  for (let i = 0; i < STOP_CHANGES_MAX; i++) await world.watch.stops.change(id, { by: 'Li', note: `${i}` })
  expect((await ask('PUT', `/api/stops/${id}`, { by: 'Li', note: 'again' })).status).toBe(409)

  const resumed = { by: 'Li', at: open.at, note: '' }
  const ended = Array.from({ length: STOPS_KEPT_MAX + 5 }, (_, i): WorkStop => ({ ...open, id: `old${i}`, resumed }))
  await history.watch.write({ states: ended.map((stop) => [`stop/${stop.id}`, JSON.stringify(stop)]) })
  await world.reopen()
  const { stops, store } = world.watch
  await stops.forget(0)
  expect((await store.states('stop/')).size).toBe(STOPS_KEPT_MAX + STOPS_OPEN_MAX.ofPlace + 1)
  expect(stops.during({ fromMs: 0, toMs: clock.now() + 1 }, 'golf').length).toBe(STOPS_OPEN_MAX.ofPlace)
  await stops.forget(clock.now() + 1)
  expect((await store.states('stop/')).size).toBe(STOPS_OPEN_MAX.ofPlace + 1)
})

it('lists the stops open in a period', async () => {
  const { begin, ask, clock, list } = await setUp()
  const first = await begin()
  await clock.advance(600_000)
  await ask('POST', `/api/stops/${first.id}/resume`, { by: 'Li' })
  await clock.advance(600_000)
  const second = await begin({ place: 'port' })
  const ids = async (query: string) => (await list(query)).map(({ id }: WorkStop) => id)
  const from = (agoMs: number) => new Date(clock.now() - agoMs).toISOString()
  expect(await ids(`?from=${from(700_000)}`)).toEqual([first.id, second.id])
  expect(await ids(`?from=${from(500_000)}`)).toEqual([second.id])
  expect(await ids(`?to=${from(500_000)}&place=golf`)).toEqual([first.id])
  expect(await ids('?place=golf')).toEqual([])
})

it('sends an event to the stream, with the state of the place', async () => {
  const { begin, request } = await setUp()
  const answer = await request('/api/alarms/stream')
  const reader = answer.body!.getReader()
  const decoder = new TextDecoder()
  const { id } = await begin()
  let text = ''
  while (!text.includes('event: stop')) text += decoder.decode((await reader.read()).value)
  await reader.cancel()
  expect(text).not.toContain('event: alarm')
  const row = JSON.parse(/data: (.*)/.exec(text)![1]!) as object
  const levels = ['r5', 'r8', 'r16'].map((each) => ({ id: each, state: 'off' }))
  expect(row).toMatchObject({ id: `stop.${id}.1`, cause: { kind: 'person' }, ladder: 'lightning', levels })
})

it('requires the role stop, or acknowledge if the file assigns it to no name', async () => {
  const { clock, history, watch, places } = await setUp()
  const password = 'a long enough password'
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const statusOf = async (roles: object) => {
    const passwords = await passwordLine('wang:', password)
    const files = { passwords, roles: JSON.stringify({ acknowledge: ['wang'], configure: [], ...roles }) }
    const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places })
    const headers = { ...HERE, cookie: cookieOf(await signIn({ name: 'wang', password })) }
    const body = JSON.stringify({ place: 'golf', work: `work ${JSON.stringify(roles)}`, by: 'Li' })
    const answer = await ask('/api/stops', { method: 'POST', headers, body })
    const rights = await ask('/api/rights', { headers })
    return [answer.status, (await rights.json()) as { stop: unknown }] as const
  }
  expect(await statusOf({})).toMatchObject([201, { stop: null }])
  expect(await statusOf({ stop: ['li'] })).toMatchObject([403, { stop: 'not-named', acknowledge: null }])
  expect(await statusOf({ stop: ['wang'] })).toMatchObject([201, { stop: null }])
  // A named sign-in determines the author.
  expect(watch.stops.open().map(({ by }) => by)).toEqual(['wang', 'wang'])
})
