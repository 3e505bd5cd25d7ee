import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { placeCollectionSchema } from '../../contract/watch/places.ts'
import { type EngineChange, LevelEngine } from '../../core/levels/level-engine.ts'
import { NO_GAPS } from '../../core/levels/level-state.ts'
import { readFeatures, readPlaces } from '../../core/places/read-places.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource } from '../../testing/fakes/fake-source.ts'
import { placeOf } from '../../testing/watch-kit.ts'
import { createLog } from '../config/log.ts'
import { createSettingsFaults } from '../settings/settings-faults.ts'
import { drawnState, keptDrawnPlaces } from './drawn-places.ts'
import { createGuardedPlaces } from './guarded-places.ts'

const PUDONG = { icao_code: 'ZSPD', name: '上海浦东', name_en: 'Shanghai Pudong', latitude: 31.14, longitude: 121.8 }

function file(...ids: string[]): string {
  const features = ids.map((id) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [121, 31] },
    properties: { id, name: `Place ${id}` },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}

function setUp(first = file('golf'), rules = '[]') {
  const faults = createSettingsFaults()
  const clock = createFakeClock()
  const source = new FakeSource()
  let stations: unknown[] | null = [PUDONG]
  source.answer = () => {
    if (!stations) throw new Error('out')
    return { status: 200, body: { code: 0, message: 'ok', data: { count: 1, stations } }, asOfMs: 0, stale: false }
  }
  let text = first
  let rulesText = rules
  const lines: string[] = []
  const read = readPlaces(first)
  const places = createGuardedPlaces({
    source,
    file: { value: read.ok ? read.value : { places: [], problems: [] }, path: '/etc/places' },
    rules: { value: [], path: '/etc/rules' },
    clock,
    faults,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    readText: async (path) => (path === '/etc/rules' ? rulesText : text),
  })
  return {
    clock,
    source,
    places,
    lines,
    faults,
    ids: () => places.list().map(({ id }) => id),
    lists(next: unknown[] | null) {
      stations = next
    },
    async ruledBy(next: unknown) {
      rulesText = JSON.stringify(next)
      await clock.advance(5_000)
    },
    async holds(next: string) {
      text = next
      await clock.advance(5_000)
    },
  }
}

it('guards the places of the file at once, and the airports once their list is loaded', async () => {
  const { clock, ids, lists } = setUp()
  expect(ids()).toEqual(['golf'])
  lists(null)
  await clock.advance(10_000)
  expect(ids()).toEqual(['golf'])
  lists([PUDONG])
  await clock.advance(30_000)
  expect(ids()).toEqual(['golf', 'ZSPD'])
})

it('names airports in English if their names are known, else by code', async () => {
  const { clock, places, lists } = setUp()
  const { name_en, ...local } = PUDONG
  lists([local, { ...local, icao_code: 'ZZZX' }])
  await clock.advance(30_000)
  expect(places.list().map(({ name, nameZh }) => [name, nameZh])).toEqual([
    ['Place golf', null],
    ['Shanghai Pudong International Airport', '上海浦东'],
    ['ZZZX', '上海浦东'],
  ])
})

it('logs once that no airport is monitored without the list, and that it was received', async () => {
  const { clock, source, lists, lines, ids } = setUp()
  const answer = source.answer
  source.answer = () => ({ status: 404, body: { detail: 'Not Found' }, asOfMs: 0, stale: false })
  const logged = () => lines.filter((line) => line.includes('list of airports'))
  await clock.advance(10)
  expect(logged()).toEqual([])
  await clock.advance(120_000)
  expect(logged().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      error: '/v1/metar/stations: answered 404: Not Found',
      msg: 'list of airports not received, retrying: no airport is monitored',
    }),
  ])
  source.answer = answer
  await clock.advance(30_000)
  expect(ids()).toContain('ZSPD')
  lists(null)
  await clock.advance(26 * 3_600_000)
  expect(logged().map((line) => JSON.parse(line).msg)).toEqual([
    'list of airports not received, retrying: no airport is monitored',
    'list of airports received',
    'list of airports not received, retrying: the previous list stays in use',
  ])
})

it('reports each change of the file and of the list', async () => {
  const { clock, ids, places, lists, holds } = setUp()
  const told: string[][] = []
  await clock.advance(1_000)
  places.onChange((list) => void told.push(list.map(({ id }) => id)))
  await holds(file('golf', 'rail'))
  expect(told).toEqual([['golf', 'rail', 'ZSPD']])
  lists([])
  await clock.advance(86_400_000)
  expect(ids()).toEqual(['golf', 'rail'])
})

it('replaces an airport by a feature with its code', async () => {
  const { clock, places } = setUp(file('ZSPD'))
  await clock.advance(1_000)
  expect(places.list().map(({ name }) => name)).toEqual(['Place ZSPD'])
})

it('names invalid features in the log, and keeps the previous places if the file is not a collection', async () => {
  const { ids, lines, holds, clock } = setUp()
  await clock.advance(1_000)
  await holds(file('golf', 'no blanks'))
  expect(lines.join()).toMatch(
    /"error".*feature 2: id must be 1 to 64 letters.*"feature of PLACES_FILE is not monitored"/,
  )
  await holds(file('golf').replace('"name"', '"timeZone":"CST","name"'))
  expect(lines.join()).toMatch(/"error".*\(golf\): timeZone must be .*"place of PLACES_FILE is monitored without an /)
  await holds(file('golf', 'golf'))
  expect(lines.join()).toMatch(
    /feature 2 \(golf\): has the id of an earlier .*"feature of PLACES_FILE is not monitored"/,
  )
  await holds('{')
  expect(lines.join()).toContain('is not valid JSON at line 1, column 2')
  expect(ids()).toEqual(['golf', 'ZSPD'])
})

it('serves them as GeoJSON that it can read itself, and only when changed', async () => {
  const { places, clock } = setUp()
  await clock.advance(1_000)
  const { request } = setUpAppServer({}, { places })
  const answer = await request('/api/places')
  expect(answer.headers.get('content-type')).toBe('application/geo+json')
  expect(readPlaces(await answer.text())).toMatchObject({ ok: true, value: { places: places.list(), problems: [] } })
  const again = await request('/api/places', { headers: { 'if-none-match': answer.headers.get('etag')! } })
  expect(again.status).toBe(304)
  const packed = await request('/api/places', { headers: { 'accept-encoding': 'br, gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const unpacked = gunzipSync(await packed.arrayBuffer()).toString()
  expect(readPlaces(unpacked)).toMatchObject({ value: { places: places.list() } })
  expect((await request('/api/places', { method: 'POST' })).status).toBe(405)
})

it('reports an invalid file to operators while the server runs, until it is corrected', async () => {
  const { faults, holds, clock, places } = setUp()
  await clock.advance(1_000)
  const { request } = setUpAppServer({}, { places, faults })
  const metric = async () => /^brontide_settings_refused.*$/gm.exec(await (await request('/metrics')).text())?.[0]
  expect(faults.list()).toEqual([])
  await holds('{')
  expect(faults.list()).toMatchObject([{ name: 'PLACES_FILE', problems: [{ code: 'json-at' }] }])
  const ready = await (await request('/readyz')).json()
  expect(ready).toMatchObject({ degraded: ['PLACES_FILE'] })
  expect(await metric()).toBe('brontide_settings_refused{name="PLACES_FILE"} 1')
  await holds(file('golf', 'no blanks', 'rail'))
  expect(faults.list()).toMatchObject([
    { name: 'PLACES_FILE', problems: [{ code: 'place-id', where: { entry: 'feature', number: 2, field: 'id' } }] },
  ])
  await holds(file('golf'))
  expect(faults.list()).toEqual([])
  expect(await metric()).toBe('brontide_settings_refused{name="PLACES_FILE"} 0')
})

const RED = { id: 'red', name: 'RED', km: 5, holdMin: 15 }
const WATCH = { id: 'watch', name: 'WATCH', km: 30, holdMin: 15 }

it('assigns each place its levels by the present RULES_FILE, including airports', async () => {
  const { clock, places, ruledBy, lines, faults } = setUp()
  const told: unknown[] = []
  await clock.advance(1_000)
  const laddersNow = () =>
    places.list().map(({ id, ringsKm, holdMin, ladders }) => [id, ringsKm, holdMin, ladders!.rule.lightning])
  expect(laddersNow()).toEqual([
    ['golf', [5, 8, 16], 30, 'default'],
    ['ZSPD', [5, 8, 16], 30, 'default'],
  ])
  places.onChange((list) => void told.push(list.find(({ id }) => id === 'ZSPD')!.ladders!.lightning))
  await ruledBy([{ places: ['group:airports'], levels: [RED, WATCH] }])
  expect(laddersNow()[1]).toEqual(['ZSPD', [5, 30], 15, 'rules'])
  expect(told).toMatchObject([[RED, WATCH]])
  await ruledBy([{ places: ['group:airports'], levels: [RED, { ...WATCH, holdMin: 10 }] }])
  expect(lines.at(-2)).toContain('outer level has a shorter hold time than an inner one')
  expect(JSON.parse(lines.at(-2)!)).toMatchObject({
    setting: 'RULES_FILE',
    places: 'group:airports',
    holdMin: { red: 15, watch: 10 },
  })
  await ruledBy([{ places: ['*'], levels: [] }])
  expect(faults.list()).toMatchObject([{ name: 'RULES_FILE', problems: [{ code: 'not-empty' }] }])
  expect(laddersNow()[1]).toEqual(['ZSPD', [5, 30], 15, 'rules'])
})

it('names the unknown places of a rule, after the list of airports is loaded', async () => {
  const { lines, lists, clock, ruledBy, holds } = setUp()
  lists(null)
  const entry = { places: ['*', 'golf', 'ZSPD', 'group:airports', 'ZSPDD', 'group:airport'], windMps: 15 }
  await ruledBy([entry])
  expect(lines.join()).not.toContain('ZSPDD')
  lists([PUDONG])
  await clock.advance(30_000)
  await holds(file('golf', 'farm'))
  const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
  expect(logged).toMatchObject([{ setting: 'RULES_FILE', places: ['ZSPDD', 'group:airport'], count: 2 }])
})

it('keeps the object of each unchanged place', async () => {
  const { clock, places, ruledBy } = setUp(file('golf', 'rail'))
  await clock.advance(1_000)
  const [golf, rail] = places.list()
  places.setDrawn(new Map([['farm', placeOf('farm')]]))
  expect(places.list().map(({ id }) => id)).toEqual(['golf', 'rail', 'farm', 'ZSPD'])
  expect(places.list()[0]).toBe(golf)
  expect(places.list()[1]).toBe(rail)
  await ruledBy([{ places: ['rail'], levels: [RED] }])
  expect(places.list()[1]).toMatchObject({ ringsKm: [5], holdMin: 15 })
})

it('returns the ladders by rules, each once, and the stated levels of a place unchanged', async () => {
  const stated = (id: string, properties: object) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [121, 31] },
    properties: { id, name: id, ...properties },
  })
  const features = [
    stated('golf', { levels: [RED] }),
    stated('farm', { group: 'farms' }),
    stated('rail', { group: 'farms' }),
  ]
  const { clock, places, ruledBy } = setUp(JSON.stringify({ type: 'FeatureCollection', features }))
  await clock.advance(1_000)
  await ruledBy([{ places: ['group:farms', 'ZSPD'], levels: [RED, WATCH] }])
  const { request } = setUpAppServer({}, { places })
  const told = placeCollectionSchema.parse(await (await request('/api/places')).json())
  expect(told.features.map(({ properties }) => [properties.id, properties.ladders, properties.levels?.length])).toEqual(
    [
      ['golf', undefined, 1],
      ['farm', 0, undefined],
      ['rail', 0, undefined],
      ['ZSPD', 0, undefined],
    ],
  )
  expect(told.ladders).toHaveLength(1)
  const read = readFeatures(told.features, told.ladders)
  expect(read).toEqual({ places: places.list(), problems: [] })
})

it('lets a place follow another one, also an airport, and reports a missing one', async () => {
  const handler = (at: string) => ({
    type: 'Feature',
    geometry: null,
    properties: { id: 'handler', name: 'Handler', at },
  })
  const of = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
  const { ids, clock, places, holds, faults, lines } = setUp(of(handler('ZSPD')))
  expect([ids(), places.isAwaited({ id: 'handler', group: null })]).toEqual([[], true])
  expect(faults.list()).toEqual([])
  await clock.advance(1_000)
  expect(places.list().map(({ id, geometry, at }) => [id, geometry.coordinates, at])).toEqual([
    ['handler', [121.8, 31.14], 'ZSPD'],
    ['ZSPD', [121.8, 31.14], undefined],
  ])
  const { request } = setUpAppServer({}, { places })
  const answer = placeCollectionSchema.parse(await (await request('/api/places')).json())
  expect(answer.features[0]).toMatchObject({ geometry: { type: 'Point' }, properties: { at: 'ZSPD' } })
  await holds(of(handler('RPLX')))
  expect([ids(), places.isAwaited({ id: 'handler', group: null })]).toEqual([['ZSPD'], false])
  const [fault] = faults.list()
  expect(fault!.problems.map((problem) => problemText(problem))).toEqual([
    'feature (handler): at must be the id of a place with a geometry of its own, got "RPLX"',
  ])
  expect(lines.filter((line) => line.includes('RPLX'))).toHaveLength(1)
  places.setDrawn(new Map([['RPLX', placeOf('RPLX')]]))
  expect([ids(), faults.list()]).toEqual([['handler', 'RPLX', 'ZSPD'], []])
})

it('keeps a place at an airport that leaves the list monitored at its last position, with its level states, and reports a fault', async () => {
  const handler = placeOf('handler', { at: 'ZSPD' })
  const { clock, places, lists, faults, lines } = setUp()
  places.setDrawn(new Map([['handler', { ...handler, geometry: null }]]))
  await clock.advance(1_000)
  const engine = new LevelEngine({})
  const take = () => engine.setPlaces(places.list(), clock.now(), NO_GAPS)
  places.onChange(take)
  take()
  const strike = () => engine.strike(clock.now(), PUDONG.latitude, PUDONG.longitude, clock.now(), NO_GAPS)
  const placesOf = (changes: EngineChange[]) => changes.map(({ subject }) => subject.place.id)
  expect(placesOf(strike())).toEqual(['handler', 'ZSPD'])
  engine.settle(clock.now(), NO_GAPS)
  const before = engine.subjects.get('handler')!.lightning.states(NO_GAPS, clock.now())

  lists([])
  await clock.advance(86_400_000)
  expect(places.list().map(({ id }) => id)).toEqual(['golf', 'handler'])
  const { place, lightning } = engine.subjects.get('handler')!
  expect(place.geometry.coordinates).toEqual([121.8, 31.14])
  expect(lightning.states(NO_GAPS, clock.now() - 86_400_000)).toEqual(before)
  expect(placesOf(engine.tick(clock.now(), NO_GAPS))).toEqual(['handler'])
  expect(placesOf(strike())).toEqual(['handler'])
  const [fault] = faults.list()
  expect(fault!.problems.map((problem) => problemText(problem))).toEqual([
    'feature (handler): at names a place that has left the list: monitored at its last known position, got "ZSPD"',
  ])
  expect(lines.filter((line) => line.includes('its last known position is monitored'))).toHaveLength(1)

  lists([PUDONG])
  await clock.advance(86_400_000)
  expect(faults.list()).toEqual([])
})

it('monitors a drawn place after a restart before the list of airports is loaded, and without its airport', async () => {
  const drawn = placeOf('handler', { at: 'ZSPD' })
  const [, stored] = drawnState('handler', drawn)
  const kept = await keptDrawnPlaces({ states: async () => new Map([['handler', stored!]]) })
  const { clock, places, lists, ids, faults } = setUp()
  lists([])
  places.setDrawn(kept)
  expect(places.list().at(-1)).toMatchObject({ id: 'handler', at: 'ZSPD', geometry: drawn.geometry })
  await clock.advance(1_000)
  expect(ids()).toEqual(['golf', 'handler'])
  expect(faults.list()).toMatchObject([{ problems: [{ code: 'at-gone' }] }])
})
