import { expect, it } from 'vitest'
import { alarmListSchema } from '../../contract/watch/alarms.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'

const POST = { method: 'POST', headers: HERE }
const PASSWORD = 'a long enough password'

async function setUp() {
  const world = await setUpWatch()
  await world.run(5)
  world.strike(12)
  await world.run(1)
  world.strike(4)
  await world.run(1)
  const { clock, history, watch } = world
  const { request } = setUpAppServer({}, { clock, history, watch })
  const list = async (query = '') => {
    const answer = await request(`/api/alarms${query}`)
    return alarmListSchema.parse(await answer.json()).alarms
  }
  const [alarm] = await list('?stage=alarm')
  return { ...world, request, list, id: encodeURIComponent(alarm!.id) }
}

it('lists alarms, newest first, by time, place, stage and acknowledgement', async () => {
  const { request, list, id } = await setUp()
  const stages = async (query: string) => (await list(query)).map(({ stage }) => stage)
  expect(await stages('')).toEqual(['alarm', 'alert'])
  expect(await stages('?limit=1')).toEqual(['alarm'])
  expect(await stages('?place=golf&stage=alert,quiet')).toEqual(['alert'])
  expect(await stages('?step=up&ladder=lightning&level=r5')).toEqual(['alarm'])
  expect(await stages('?ladder=weather')).toEqual([])
  expect(await stages('?place=farm')).toEqual([])
  expect(await stages('?to=2026-07-01T08:00:00Z')).toEqual([])
  await request(`/api/alarms/${id}/acknowledge`, { ...POST, body: '{"by": "Li", "note": "course cleared"}' })
  expect(await stages('?acknowledged=true')).toEqual(['alarm'])
  for (const bad of ['stage=fire', 'step=on', 'ladder=ring', 'limit=0', 'from=yesterday'])
    expect((await request(`/api/alarms?${bad}`)).status).toBe(400)
})

it('searches in places and in what people said, and hands out a table for spreadsheets', async () => {
  const { request, list, id } = await setUp()
  await request(`/api/alarms/${id}/acknowledge`, { ...POST, body: '{"by": "Li", "note": "Course cleared"}' })
  const stages = async (text: string) => (await list(`?search=${text}`)).map(({ stage }) => stage)
  expect([await stages('PLACE%20golf'), await stages('cleared'), await stages('100%25')]).toEqual([
    ['alarm', 'alert'],
    ['alarm'],
    [],
  ])
  const answer = await request('/api/alarms?format=csv&search=cleared')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, row, end] = (await answer.text()).split('\r\n')
  expect(head).toMatch(/^id,raised_utc,place_id,place,place_zh,group,stage/)
  expect(row).toMatch(/golf.*5 km · Place golf: strike at 4.*,Li,Course cleared,,$/)
  expect(end).toBe('')
  const chinese = await (await request('/api/alarms?format=csv&search=cleared&lang=zh')).text()
  expect(chinese).toContain('有闪电')
})

it('accepts an acknowledgement with name, time and note, by a named user on an open map', async () => {
  const { request, list, id } = await setUp()
  const path = `/api/alarms/${id}/acknowledge`
  expect((await request(path, POST)).status).toBe(400)
  expect((await request('/api/alarms/none/acknowledge', { ...POST, body: '{"by": "Li"}' })).status).toBe(404)
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  expect((await request(path, { method: 'POST', headers: elsewhere, body: '{"by": "Li"}' })).status).toBe(403)
  expect((await request(path, { ...POST, body: '{"by": "Li"}' })).status).toBe(200)
  expect((await list('?stage=alarm'))[0]!.acknowledged).toEqual({
    by: 'Li',
    at: expect.stringMatching(/^2026/),
    note: '',
  })
})

it('streams new and acknowledged alarms, and missed ones since the last event', async () => {
  const { request, run, strike, id } = await setUp()
  const read = async (headers: Record<string, string>) => {
    const answer = await request('/api/alarms/stream', { headers })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      async until(part: string) {
        while (!text.includes(part)) text += (await reader.read()).value ?? ''
        return [...text.matchAll(/^id: (\d+)$/gm)].map(([, rev]) => Number(rev))
      },
      cancel: () => reader.cancel(),
    }
  }
  const live = await read({})
  const resumed = await read({ 'last-event-id': '1' })
  expect(await resumed.until('golf.r5.on')).toEqual([2])
  await request(`/api/alarms/${id}/acknowledge`, { ...POST, body: '{"by": "Li"}' })
  expect(await live.until('"by":"Li"')).toEqual([3])
  expect(await resumed.until('"by":"Li"')).toEqual([2, 3])
  await live.cancel()
  await run(700)
  strike(12)
  expect((await resumed.until('golf.r5.off')).slice(0, 3)).toEqual([2, 3, 4])
  for (const [headers, query, complaint] of [
    [{ 'last-event-id': '-1' }, '', /^last-event-id must be the id of an event.*, got -1$/],
    [{}, '?last-event-id=x', /^last-event-id must be the id of an event.*, got x$/],
    [{}, '?last-event-id=1&last-event-id=2', /^last-event-id must be given once, got 2 times$/],
    [{}, '?after=1', /^unknown parameter after: allowed are last-event-id, token$/],
  ] as const) {
    const answer = await request(`/api/alarms/stream${query}`, { headers })
    expect([answer.status, await answer.json()]).toEqual([400, { detail: expect.stringMatching(complaint) }])
  }
  const unknown = await read({ 'last-event-id': '900' })
  expect(await unknown.until('golf.r5.off')).toContain(4)
})

it('rejects changes without the role, and by a wall', async () => {
  const { clock, history, watch, id } = await setUp()
  const files = {
    passwords: `${await passwordLine('li:', PASSWORD)}\n${await passwordLine('wang:', PASSWORD)}`,
    roles: JSON.stringify({ acknowledge: ['li'], configure: [] }),
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch })
  const path = `/api/alarms/${id}/acknowledge`
  expect((await ask('/api/alarms')).status).toBe(401)
  expect((await ask('/api/alarms/stream')).status).toBe(401)
  expect((await ask(path, POST)).status).toBe(401)
  const acknowledge = async (name: string) => {
    const cookie = cookieOf(await signIn({ name, password: PASSWORD }))
    return ask(path, { method: 'POST', headers: { ...HERE, cookie }, body: '{"by": "somebody else"}' })
  }
  expect((await acknowledge('wang')).status).toBe(403)
  const answer = await acknowledge('li')
  expect(await answer.json()).toMatchObject({ acknowledged: { by: 'li' } })
  const rights = async (name: string) => {
    const cookie = cookieOf(await signIn({ name, password: PASSWORD }))
    return (await ask('/api/rights', { headers: { cookie } })).json()
  }
  expect((await ask('/api/rights')).status).toBe(401)
  expect(await rights('li')).toEqual({ name: 'li', acknowledge: null, configure: 'not-named', stop: null })
  expect(await rights('wang')).toEqual({
    name: 'wang',
    acknowledge: 'not-named',
    configure: 'not-named',
    stop: 'not-named',
  })
})

it('reports on an open map that the user has no name, may acknowledge, and may not configure', async () => {
  const { request } = await setUp()
  const answer = await request('/api/rights')
  expect(await answer.json()).toEqual({ name: null, acknowledge: null, configure: 'no-file', stop: null, faults: [] })
})
