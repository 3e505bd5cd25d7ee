import { expect, it } from 'vitest'
import { placeCollectionSchema, placeListSchema } from '../../contract/watch/places.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { keptDrawnPlaces } from '../places/drawn-places.ts'

const PASSWORD = 'a long enough password'
const farm = (id: string, over: object = {}) => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [121, 31],
        [121.2, 31],
        [121.2, 31.1],
        [121, 31],
      ],
    ],
  },
  properties: { id, name: `Farm ${id}`, ...over },
})

async function setUp() {
  const world = await setUpWatch()
  const { clock, history, watch, places } = world
  const files = {
    passwords: `${await passwordLine('li:', PASSWORD)}\n${await passwordLine('wang:', PASSWORD)}`,
    roles: JSON.stringify({ acknowledge: ['li', 'wang'], configure: ['li'] }),
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places })
  const cookies = new Map<string, string>()
  for (const name of ['li', 'wang']) cookies.set(name, cookieOf(await signIn({ name, password: PASSWORD })))
  const send = (name: string | null, method: string, path: string, body?: unknown, headers: object = HERE) =>
    ask(`/api/places${path}`, {
      method,
      headers: { ...headers, ...(name && { cookie: cookies.get(name)! }) },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  const ids = async () => {
    const answer = await ask('/api/places', { headers: { cookie: cookies.get('wang')! } })
    const { features } = placeListSchema.parse(await answer.json())
    return features.map((each) => (each as { properties: { id: string } }).properties.id)
  }
  const drawnIds = async () => {
    const answer = await ask('/api/places', { headers: { cookie: cookies.get('wang')! } })
    const { features } = placeCollectionSchema.parse(await answer.json())
    return features.filter(({ properties }) => properties.drawn).map(({ properties }) => properties.id)
  }
  return { ...world, send, ids, drawnIds }
}

it('adds, changes and deletes drawn places with permission, stores them, and records the author', async () => {
  const { send, ids, drawnIds, history } = await setUp()
  expect((await send('li', 'POST', '', farm('east'))).status).toBe(201)
  expect(await ids()).toEqual(['golf', 'east'])
  expect(await drawnIds()).toEqual(['east'])
  expect((await send('li', 'PUT', '/east', farm('east', { ringsKm: [3] }))).status).toBe(200)
  expect((await keptDrawnPlaces(history.watch)).get('east')).toMatchObject({ name: 'Farm east', ringsKm: [3] })
  expect((await send('li', 'DELETE', '/east')).status).toBe(204)
  expect(await ids()).toEqual(['golf'])
  expect((await keptDrawnPlaces(history.watch)).size).toBe(0)
  const entries = await history.watch.journal({ limit: 9 })
  expect(entries.map(({ by, kind, subject, text, code }) => [by, kind, subject, text, code])).toEqual([
    ['li', 'place', 'east', '', 'removed'],
    ['li', 'place', 'east', '', 'changed'],
    ['li', 'place', 'east', '', 'drawn'],
  ])
})

it('imports the valid features of a collection, and names the problems of the others', async () => {
  const { send, ids } = await setUp()
  const features = [farm('a'), farm('b', { holdMin: 99 }), farm('golf'), farm('c')]
  const answer = await send('li', 'POST', '', { type: 'FeatureCollection', features })
  expect(await answer.json()).toEqual({
    added: ['a', 'c'],
    problems: [
      {
        code: 'whole-minutes',
        where: { entry: 'feature', number: 2, id: 'b', field: 'holdMin' },
        values: { least: 5, most: 30, received: '99' },
        detail: null,
      },
      {
        code: 'place-taken',
        where: { entry: 'feature', number: null, id: 'golf', field: null },
        values: {},
        detail: null,
      },
    ],
  })
  expect(await ids()).toEqual(['golf', 'a', 'c'])
  for (const bad of [farm('bad id'), { type: 'Feature' }, 'text', farm('a')]) {
    expect((await send('li', 'POST', '', bad)).status).toBe(400)
  }
})

it('refuses a body in another encoding by name, and takes one with a byte order mark', async () => {
  const { send, ids } = await setUp()
  const text = JSON.stringify(farm('a', { name: 'X' }))
  const gbk = Uint8Array.from([...text].flatMap((letter) => (letter === 'X' ? [0xb6, 0xab] : [letter.charCodeAt(0)])))
  const answer = await send('li', 'POST', '', gbk)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ added: [], problems: [{ code: 'encoding-other', values: { line: 1 } }] })
  expect((await send('li', 'POST', '', new TextEncoder().encode(`\ufeff${text}`))).status).toBe(201)
  expect(await ids()).toEqual(['golf', 'a'])
})

it('rejects an empty part of an area, and continues', async () => {
  const { send, ids, history } = await setUp()
  const empty = { ...farm('empty'), geometry: { type: 'MultiPolygon', coordinates: [[]] } }
  expect((await send('li', 'POST', '', empty)).status).toBe(400)
  const answer = await send('li', 'POST', '', { type: 'FeatureCollection', features: [empty, farm('good')] })
  expect(await answer.json()).toEqual({
    added: ['good'],
    problems: [expect.objectContaining({ code: 'geometry-parts' })],
  })
  expect((await send('li', 'PUT', '/good', { ...empty, properties: { id: 'good', name: 'Good' } })).status).toBe(400)
  expect(await ids()).toEqual(['golf', 'good'])
  expect([...(await keptDrawnPlaces(history.watch)).keys()]).toEqual(['good'])
})

it('guards a place from when it is drawn', async () => {
  const { send, strike, run, log } = await setUp()
  await run(5)
  await send('li', 'POST', '', farm('east', { ringsKm: [50] }))
  strike(40)
  await run(2)
  expect(await log()).toContain('east alarm')
})

it('rejects changes of places of the file, of unknown places, and of ids', async () => {
  const { send } = await setUp()
  expect((await send('li', 'DELETE', '/golf')).status).toBe(409)
  expect((await send('li', 'PUT', '/golf', farm('golf'))).status).toBe(409)
  expect((await send('li', 'DELETE', '/none')).status).toBe(404)
  await send('li', 'POST', '', farm('east'))
  const other = await send('li', 'PUT', '/east', farm('west'))
  expect(other.status).toBe(400)
  expect(await other.json()).toMatchObject({
    detail: 'must be one GeoJSON feature with the id east',
    added: [],
    problems: [{ code: 'place-one', values: { id: 'east' } }],
  })
  expect((await send('li', 'PATCH', '')).status).toBe(405)
})

it.each([
  ['POST', ''],
  ['PUT', '/east'],
  ['DELETE', '/east'],
])('rejects %s %s without permission, without a name, and from other origins', async (method, path) => {
  const { send, ids } = await setUp()
  await send('li', 'POST', '', farm('east'))
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const body = method === 'DELETE' ? undefined : farm(method === 'POST' ? 'west' : 'east')
  expect((await send('wang', method, path, body)).status).toBe(403)
  expect((await send(null, method, path, body)).status).toBe(401)
  expect((await send('li', method, path, body, elsewhere)).status).toBe(403)
  expect(await ids()).toEqual(['golf', 'east'])
})

it('keeps levels as sent, and a reference to another place, which must exist', async () => {
  const { send, history, places } = await setUp()
  const levels = [{ id: 'red', name: 'RED', km: 5, holdMin: 15, strikes: 1, withinMin: 10 }]
  expect((await send('li', 'POST', '', farm('east', { levels }))).status).toBe(201)
  const at = (id: string, other: string) => ({ ...farm(id, { at: other, levels }), geometry: null })
  expect((await send('li', 'POST', '', at('handler', 'east'))).status).toBe(201)
  for (const other of ['nobody', 'handler']) {
    const refused = await send('li', 'POST', '', at('lost', other))
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      400,
      `feature (lost): at must be the id of a place with a geometry of its own, got "${other}"`,
    ])
  }
  const kept = await keptDrawnPlaces(history.watch)
  expect(kept.get('east')).toMatchObject({ stated: { levels }, ringsKm: [5], holdMin: 15 })
  // Last known position, in case the reference leaves the list.
  expect(kept.get('handler')).toMatchObject({ at: 'east', geometry: kept.get('east')!.geometry, stated: { levels } })
  expect(places.list().find(({ id }) => id === 'handler')!.geometry.type).toBe('Polygon')
  const itself = await send('li', 'PUT', '/east', { ...farm('east', { at: 'east' }), geometry: null })
  expect(itself.status).toBe(400)
  for (const refused of [
    await send('li', 'PUT', '/east', { ...farm('east', { at: 'golf' }), geometry: null }),
    await send('li', 'DELETE', '/east'),
  ]) {
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { detail: 'feature (east): is used by handler as its location: change that place first' },
    ])
  }
  for (const id of ['handler', 'east']) expect((await send('li', 'DELETE', `/${id}`)).status).toBe(204)
})
