import { expect, it } from 'vitest'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { journalSchema, snoozeListSchema } from '../../../contract/watch/journal.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { channelsOf } from '../../../testing/channels/channel-kit.ts'
import { setUpWatch } from '../../../testing/watch-kit.ts'
import { ownOperations } from '../../description/own-operations.ts'
import { noteFileChanges } from './journal.ts'
import { openSnoozes } from './snoozes.ts'

const HOOK = { id: 'gate', kind: 'webhook', url: 'https://hooks.example.com/', secret: 'a secret of a webhook' }

async function setUp(entry: object = {}) {
  const sent: string[] = []
  const world = await setUpWatch({
    channels: channelsOf([{ ...HOOK, ...entry }]),
    async post({ body }) {
      sent.push((JSON.parse(body) as { stage: string }).stage)
      return { status: 204, text: '' }
    },
  })
  const { clock, history, watch } = world
  const { request } = setUpAppServer({}, { clock, history, watch })
  const ask = (method: string, path: string, body: object) =>
    request(path, { method, headers: HERE, body: JSON.stringify(body) })
  const journal = async (query = '') =>
    journalSchema.parse(await (await request(`/api/journal${query}`)).json()).entries.map((entry) => {
      const { kind, by, subject, text, until, levels } = entry
      return [kind, by, subject, text, ...(until ? [until] : []), ...(levels ?? [])].join(' | ')
    })
  return { ...world, watch, request, ask, journal, sent }
}

it('records changes by people: author, time, content, and notes', async () => {
  const { ask, request, journal, clock, run, strike, history } = await setUp()
  await run(5)
  strike(12)
  await run(1)
  const [kept] = await history.watch.alarms({ limit: 1 })
  const { id } = kept!.alarm
  await ask('POST', `/api/alarms/${id}/acknowledge`, { by: 'Li', note: 'course cleared' })
  await clock.advance(1_000)
  expect((await ask('POST', '/api/journal', { by: 'Li', text: 'Radar is away until 14 UTC' })).status).toBe(201)
  const all = ['note | Li |  | Radar is away until 14 UTC', `acknowledge | Li | ${id} | course cleared`]
  expect(await journal()).toEqual(all)
  expect(await journal('?kind=acknowledge')).toEqual([all[1]])
  expect(await journal('?limit=1')).toEqual([all[0]])
  expect(await journal('?from=2026-07-02T00:00:00Z')).toEqual([])
  for (const bad of ['kind=fire', 'limit=0']) expect((await request(`/api/journal?${bad}`)).status).toBe(400)
  expect((await ask('POST', '/api/journal', { by: 'Li', text: ' ' })).status).toBe(400)
  expect((await ask('POST', '/api/journal', { text: 'by nobody' })).status).toBe(400)
  await history.watch.forget(clock.now() + 1)
  expect(await journal()).toEqual([])
})

it('holds messages of a place until a snooze ends, over a restart, while the log continues', async () => {
  const world = await setUp()
  const { ask, request, run, strike, sent, log, journal } = world
  await run(5)
  const put = await ask('PUT', '/api/snoozes/golf', { by: 'Li', minutes: 20, note: 'tournament is over' })
  expect(await put.json()).toMatchObject({ place: 'golf', by: 'Li', note: 'tournament is over' })
  await world.reopen()
  strike(12)
  await run(11 * 60)
  expect([await log(), sent]).toEqual([['golf alert', 'golf quiet'], []])
  const list = async () => snoozeListSchema.parse(await (await request('/api/snoozes')).json()).snoozes.length
  expect(await list()).toBe(1)
  await run(10 * 60)
  expect(await list()).toBe(0)
  world.strike(3)
  await run(5)
  expect(sent).toEqual(['alarm'])
  expect((await journal())[0]).toMatch(/^snooze \| Li \| golf \| tournament is over \| 2026-07-01T\S+$/)
})

it('accepts the levels of a snooze, has its author, and reads snoozes from before levels', async () => {
  const { ask, run, journal, history, clock } = await setUp()
  await run(5)
  for (const levels of [[], ['R5'], ['r5; drop'], Array(17).fill('r5')]) {
    expect((await ask('PUT', '/api/snoozes/golf', { by: 'Li', minutes: 20, levels })).status).toBe(400)
  }
  // From an old page: stages it names differ from the held back messages.
  expect((await ask('PUT', '/api/snoozes/golf', { by: 'Li', minutes: 20, stages: ['alert'] })).status).toBe(400)
  const put = await ask('PUT', '/api/snoozes/golf', {
    by: 'Li',
    minutes: 20,
    note: 'siren is on',
    levels: ['r5', 'r16'],
  })
  expect(await put.json()).toMatchObject({ place: 'golf', levels: ['r5', 'r16'] })
  expect((await journal())[0]).toMatch(/^snooze \| Li \| golf \| siren is on \| 2026-07-01T\S+ \| r5 \| r16$/)
  const until = new Date(clock.now() + 600_000).toISOString()
  const old = { place: 'golf', by: 'Wang', until, note: '', stages: ['alert'] }
  await history.watch.write({ states: [['snooze/golf', JSON.stringify(old)]] })
  const snoozes = await openSnoozes(history.watch)
  expect(snoozes.list(clock.now())).toEqual([{ place: 'golf', by: 'Wang', until, note: '' }])
})

it('ends a snooze, and rejects one without an end, or of an unknown place', async () => {
  const { ask, run, strike, sent, journal } = await setUp()
  await run(5)
  for (const minutes of [0, 241, undefined]) {
    expect((await ask('PUT', '/api/snoozes/golf', { by: 'Li', minutes })).status).toBe(400)
  }
  expect((await ask('PUT', '/api/snoozes/none', { by: 'Li', minutes: 5 })).status).toBe(404)
  expect((await ask('DELETE', '/api/snoozes/golf', { by: 'Li' })).status).toBe(404)
  await ask('PUT', '/api/snoozes/golf', { by: 'Li', minutes: 30 })
  expect((await ask('DELETE', '/api/snoozes/golf', { by: 'Wang' })).status).toBe(204)
  strike(12)
  await run(5)
  expect([sent, (await journal())[0]]).toEqual([['alert'], 'snooze-end | Wang | golf | '])
})

it('rejects changes without the role on every route', async () => {
  const { clock, history, watch, places, log } = await setUp()
  const password = 'a long enough password'
  const files = {
    passwords: await passwordLine('wang:', password),
    roles: JSON.stringify({ acknowledge: ['li'], configure: ['li'] }),
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places })
  const cookie = cookieOf(await signIn({ name: 'wang', password }))
  // Signed-in people admit walls and have viewer rules; all other changes require a role.
  const isForAll = (path: string) => path.startsWith(API_PATHS.walls) || path.startsWith(API_PATHS.privateLevels)
  const changing = ownOperations.filter((each) => each.by === 'person' && !isForAll(each.path))
  const routes = changing.map(({ method, path }) => [method.toUpperCase(), path.replace(/{\w+}/, 'golf')] as const)
  expect(routes).toContainEqual(['DELETE', '/api/push'])
  expect(routes.length).toBeGreaterThanOrEqual(10)
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  for (const [method, path] of routes) {
    const statusOf = async (headers: Record<string, string>) =>
      (await ask(path, { method, headers, body: JSON.stringify({ by: 'li' }) })).status
    const stranger = await statusOf(HERE)
    const viewer = await statusOf({ ...HERE, cookie })
    const otherSite = await statusOf({ ...elsewhere, cookie })
    expect([method, path, stranger, viewer, otherSite]).toEqual([method, path, 401, 403, 403])
  }
  expect((await ask('/api/journal')).status).toBe(401)
  expect((await ask('/api/snoozes')).status).toBe(401)
  expect([await log(), await history.watch.journal({ limit: 9 }), watch.snoozes.list(clock.now())]).toEqual([
    [],
    [],
    [],
  ])
})

it('notes that a file of settings became another one, also while the server was away', async () => {
  const { clock, history, journal } = await setUp()
  const texts: Record<string, string> = { places: 'a', roles: 'b' }
  const open = () =>
    noteFileChanges({
      files: [
        { name: 'PLACES_FILE', path: 'places' },
        { name: 'ROLES_FILE', path: 'roles' },
        { name: 'CHANNELS_FILE', path: null },
      ],
      store: history.watch,
      clock,
      readText: async (path) => texts[path]!,
    })
  const stop = open()
  await clock.advance(61_000)
  expect(await journal()).toEqual([])
  texts.places = 'another'
  await clock.advance(60_000)
  stop()
  texts.roles = 'another'
  open()
  await clock.advance(1_000)
  expect(await journal()).toEqual(['file |  | ROLES_FILE | ', 'file |  | PLACES_FILE | '])
})
