import { expect, it } from 'vitest'
import type { Problem } from '../../contract/problems.ts'
import { problemText } from '../problems/problem-text.ts'
import { locatePlaces } from './locate-places.ts'
import { featureOf, readPlaceOrPlaces, readPlaces } from './read-places.ts'

const square = [
  [121, 31],
  [121.1, 31],
  [121.1, 31.1],
  [121, 31],
]

function feature(properties: object, geometry: object = { type: 'Point', coordinates: [121.8, 31.15] }) {
  return { type: 'Feature', geometry, properties: { id: 'a', name: 'A', ...properties } }
}

const textsOf = (problems: readonly Problem[]) => problems.map((problem) => problemText(problem))

function read(...features: unknown[]) {
  const result = readPlaces(JSON.stringify({ type: 'FeatureCollection', features }))
  if (!result.ok) throw new Error(textsOf(result.problems).join())
  return result.value
}

it('parses points, lines and areas, with defaults', () => {
  const { places, problems } = read(
    feature({
      id: 'golf',
      nameZh: '球场',
      ringsKm: [8, 16],
      holdMin: 20,
      timeZone: 'Asia/Shanghai',
      hours: '06:00-20:00',
    }),
    feature(
      { id: 'line', distanceKm: 10 },
      {
        type: 'LineString',
        coordinates: [
          [10, 60, 250],
          [11, 60],
        ],
      },
    ),
    feature({ id: 'farm', group: null }, { type: 'Polygon', coordinates: [square] }),
  )
  expect(problems).toEqual([])
  expect(places.map(({ id, ringsKm, holdMin, hours }) => [id, ringsKm, holdMin, hours])).toEqual([
    ['golf', [8, 16], 20, '06:00-20:00'],
    ['line', [10], 30, null],
    ['farm', [5, 8, 16], 30, null],
  ])
  expect(places[1]!.geometry).toEqual({
    type: 'LineString',
    coordinates: [
      [10, 60],
      [11, 60],
    ],
  })
})

it('parses its own output', () => {
  const { places } = read(
    feature({ hours: 'Mo-Fr 06:00-22:00; Sa,Su 22:00-04:00' }),
    feature({ id: 'b', group: 'G', dailyReport: '07:00' }),
  )
  expect(places.map(({ dailyReport }) => dailyReport)).toEqual([undefined, '07:00'])
  expect(read(...places.map(featureOf)).places).toEqual(places)
})

it.each([
  ['id', { id: 'group:x' }],
  ['id', { id: 7 }],
  ['name', { name: ' ' }],
  ['ringsKm', { ringsKm: [8, 5] }],
  ['ringsKm', { ringsKm: [80] }],
  ['holdMin', { holdMin: 7.5 }],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['hours', { hours: '25:00-26:00' }],
  ['dailyReport', { dailyReport: '7:00' }],
  ['distanceKm', { distanceKm: 5 }],
])('names a bad %s with the allowed values, and keeps the rest', (part, properties) => {
  const { places, problems } = read(feature(properties), feature({ id: 'good' }))
  expect(places.map(({ id }) => id)).toEqual(['good'])
  expect(textsOf(problems)).toEqual([expect.stringMatching(new RegExp(`^feature 1( \\(a\\))?: ${part} (must|is for)`))])
})

it.each([
  [{ type: 'Point', coordinates: [31, 121] }],
  [{ type: 'Polygon', coordinates: [square.slice(0, 3)] }],
  [{ type: 'Polygon', coordinates: [[...square, [0, 0]]] }],
  [{ type: 'LineString', coordinates: Array.from({ length: 3_000 }, (_, i) => [i / 100, 0]) }],
  [{ type: 'Circle' }],
  [{ type: 'MultiPolygon', coordinates: [[]] }],
  [{ type: 'MultiPolygon', coordinates: [[square], []] }],
  [{ type: 'MultiPolygon', coordinates: [[square], [[]]] }],
  [{ type: 'MultiPolygon', coordinates: [] }],
  [{ type: 'Polygon', coordinates: [] }],
  [{ type: 'Polygon', coordinates: [[]] }],
  [{ type: 'Polygon', coordinates: null }],
  [{ type: 'Polygon', coordinates: [[[121, 31]]] }],
  [{ type: 'MultiLineString', coordinates: [[]] }],
  [{ type: 'MultiLineString', coordinates: [[[121, 31]]] }],
  [{ type: 'LineString', coordinates: [] }],
  [{ type: 'LineString', coordinates: [[121, 31], null] }],
  [{ type: 'Point', coordinates: [] }],
  [{ type: 'Point', coordinates: [null, null] }],
  [{ type: 'Point', coordinates: [1e300, 31] }],
  [{ type: 'Point', coordinates: ['121', '31'] }],
  [{ type: 'MultiPoint', coordinates: [[121, 31]] }],
  [{ type: 'GeometryCollection', geometries: [] }],
  [
    {
      type: 'GeometryCollection',
      geometries: [{ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [121, 31] }] }],
    },
  ],
  [null],
])('takes no place of a geometry like %j', (geometry) => {
  expect(textsOf(read({ ...feature({}), geometry }).problems)).toEqual([
    expect.stringMatching(/^feature 1 \(a\): geometry[.\w]* must (be|have)/),
  ])
})

it('accepts hours of up to 200 characters, and does not parse longer ones', () => {
  const hours = (parts: number) => Array.from({ length: parts }, () => '06:00-22:00').join('; ')
  expect(read(feature({ hours: hours(15) })).problems).toEqual([])
  for (const long of [hours(16), hours(300_000)]) {
    expect(textsOf(read(feature({ hours: long })).problems)).toEqual([
      expect.stringContaining('in at most 200 characters'),
    ])
  }
})

it('accepts an id once, and rejects a file that is not a collection', () => {
  expect(textsOf(read(feature({}), feature({})).problems)).toEqual(['feature 2 (a): has the id of an earlier entry'])
  for (const text of ['', 'null', '[]', '{"features": 7}']) expect(readPlaces(text).ok).toBe(false)
})

it.each([
  [{ ringsKm: [8, 5] }, 'ringsKm must be one to four growing distances from 0.5 to 50 km, got [8, 5]'],
  [{ holdMin: 99 }, 'holdMin must be a whole number of minutes from 5 to 30, got 99'],
  [{ name: undefined }, 'name must be a text of 1 to 120 characters, got nothing'],
  [{ nameZh: 7 }, 'nameZh must be a text of 1 to 120 characters, got 7'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone must be an IANA time zone such as Asia/Shanghai, got "Mars/Olympus"'],
])('reports received and allowed values for %j', (properties, said) => {
  const [problem] = read(feature(properties)).problems
  expect(problemText(problem!)).toBe(`feature 1 (a): ${said}`)
  expect(problemText(problem!, 'zh')).toMatch(/^第 1 个要素（a）：\w+ 须为.*，实际(为 .+|缺失)$/)
})

it.each<[object, string]>([
  [
    { type: 'MultiPoint', coordinates: [] },
    'geometry must be a Point, LineString, MultiLineString, Polygon or MultiPolygon, got "MultiPoint"',
  ],
  [
    { type: 'constructor', coordinates: [] },
    'geometry must be a Point, LineString, MultiLineString, Polygon or MultiPolygon, got "constructor"',
  ],
  [
    { type: 'Polygon', coordinates: [[...square.slice(0, 2), [121.1, 310], square[3]]] },
    'geometry.coordinates.0.2 must be a position: longitude from -180 to 180, then latitude from -90 to 90, in degrees, got [121.1, 310]',
  ],
  [
    { type: 'LineString', coordinates: [[121, 31]] },
    'geometry.coordinates must be a list of positions: at least two for a line, at least four for a ring of an area, and no part empty, got [[121, 31]]',
  ],
  [
    { type: 'Polygon', coordinates: [[...square.slice(0, 3), [0, 0]]] },
    'geometry.coordinates.0 must be a ring that ends where it begins, got [[121, 31], [0, 0]]',
  ],
  [
    { type: 'LineString', coordinates: Array.from({ length: 3_000 }, (_, i) => [i / 100, 0]) },
    'geometry.coordinates must have at most 2000 points, got 3000',
  ],
])('names the part of a geometry that is wrong: %#', (geometry, said) => {
  expect(textsOf(read(feature({}, geometry)).problems)).toEqual([`feature 1 (a): ${said}`])
})

const named = (name: string) => ({ crs: { type: 'name', properties: { name } } })

it('refuses other coordinates than those of WGS 84 by name, of the whole, of a feature and of a geometry', () => {
  const whole = readPlaces(JSON.stringify({ type: 'FeatureCollection', features: [], ...named('EPSG:3857') }))
  expect(whole.ok ? [] : textsOf(whole.problems)).toEqual([
    expect.stringMatching(/^crs must be left out, or name WGS 84 .* of WGS 84, got "EPSG:3857"$/),
  ])
  const good = feature({})
  const { problems } = read(
    { ...good, ...named('urn:ogc:def:crs:EPSG::32650') },
    { ...good, geometry: { ...good.geometry, ...named('GCJ-02') } },
  )
  expect(problems.map(({ code, values }) => [code, values.received])).toEqual([
    ['geojson-crs', '"urn:ogc:def:crs:EPSG::32650"'],
    ['geojson-crs', '"GCJ-02"'],
  ])
  expect(read({ ...good, ...named('urn:ogc:def:crs:OGC:1.3:CRS84') }).problems).toEqual([])
})

it.each([
  [{ type: 'Topology', objects: { a: 1 }, arcs: [[]] }, '{"type": "Topology", "objects": {…}, "arcs": […]}'],
  [{ geometryType: 'esriGeometryPoint', features: [] }, '{"geometryType": "esriGeometryPoint", "features": []}'],
  [{ features: [] }, '{"features": []}'],
  [{ type: 'FeatureCollection' }, '{"type": "FeatureCollection"}'],
  [{ type: 'Point', coordinates: [121, 31] }, '{"type": "Point", "coordinates": […]}'],
  [{ type: 'GeometryCollection', geometries: [] }, '{"type": "GeometryCollection", "geometries": []}'],
  [[], '[]'],
  [7, '7'],
])('rejects JSON that is not a collection of features by name: %j', (value, received) => {
  for (const readText of [readPlaces, readPlaceOrPlaces]) {
    const result = readText(JSON.stringify(value))
    expect(result.ok ? [] : result.problems).toMatchObject([{ code: 'geojson-collection', values: { received } }])
  }
})

it.each(['', '\n', '<?xml version="1.0"?><kml/>', 'id,name\na,b'])(
  'names GeoJSON as expected for a file without JSON: %j',
  (text) => {
    expect(readPlaceOrPlaces(text)).toMatchObject({ ok: false, problems: [{ code: 'geojson-collection', values: {} }] })
  },
)

it.each(['{"type": "FeatureCollection",', '[1,'])('says where the JSON of a file is wrong: %j', (text) => {
  expect(readPlaceOrPlaces(text)).toMatchObject({ ok: false, problems: [{ code: 'json-at' }] })
})

it('uses the id of a feature if its properties have none, and rejects an invalid one', () => {
  const of = (id: unknown, properties: object = { id: undefined }) => read({ ...feature(properties), id })
  expect(of('mast-1').places.map(({ id }) => id)).toEqual(['mast-1'])
  expect(of(17).places.map(({ id }) => id)).toEqual(['17'])
  expect(of('row 7', {}).places.map(({ id }) => id)).toEqual(['a'])
  expect(of(null, {}).places.map(({ id }) => id)).toEqual(['a'])
  expect(textsOf(of('a b').problems)).toEqual([
    'feature 1: id must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit, got "a b"',
  ])
  expect(textsOf(of(-1.5).problems)).toEqual([expect.stringMatching(/^feature 1: id must be 1 to 64 .*, got "-1\.5"$/)])
  for (const id of [true, [], {}]) {
    const text = 'feature 1 (a): id must be a text or a number, as the id of a GeoJSON feature is, got '
    expect(textsOf(of(id, {}).problems)).toEqual([text + JSON.stringify(id)])
  }
})

/** The example of the guide: three levels of Manila. */
const MANILA = [
  {
    id: 'red',
    name: 'RED',
    nameZh: '红色',
    km: 5,
    holdMin: 15,
    colour: 'red',
    action: 'All ramp work stops; take shelter',
    actionZh: '机坪作业全部停止，人员避险',
    who: ['Ramp control'],
  },
  {
    id: 'yellow',
    name: 'YELLOW',
    nameZh: '黄色',
    km: 15,
    holdMin: 15,
    colour: 'yellow',
    action: 'No fuelling, catering or towing',
  },
  {
    id: 'watch',
    name: 'WATCH',
    nameZh: '关注',
    km: 30,
    holdMin: 15,
    expect: { percent: 50, withinMin: 30 },
  },
]

it('parses action levels, with derived distances and hold time, and disabled triggers', () => {
  const weather = [{ id: 'gale', name: 'GALE', report: { windMps: 20 } }]
  const { places, problems } = read(
    feature({ levels: MANILA, weather }),
    feature({ id: 'b', holdMin: 20 }),
    feature({ id: 'c', levels: [{ id: 'soon', name: 'Soon', chance: { km: 10, percent: 60, withinMin: 20 } }] }),
  )
  expect(problems).toEqual([
    expect.objectContaining({ code: 'choice', where: expect.objectContaining({ field: 'levels.0.chance.withinMin' }) }),
  ])
  const [manila, rings] = places
  expect(manila).toMatchObject({
    ringsKm: [5, 15, 30],
    holdMin: 15,
    stated: { levels: MANILA },
    ladders: { lightning: MANILA, weather, rule: { lightning: 'place', weather: 'place' } },
  })
  expect(rings).toMatchObject({ ringsKm: [5, 8, 16], holdMin: 20, stated: { holdMin: 20 } })
  expect(rings!.stated).not.toHaveProperty('ringsKm')
  expect(read(...places.map(featureOf)).places).toEqual(places)
})

it.each([
  [{ levels: [] }, 'levels must not be empty'],
  [{ levels: Array.from({ length: 9 }, (_, i) => ({ id: `l${i}`, name: 'L', km: 5 })) }, 'levels must have at most 8'],
  [{ levels: [{ id: 'Red', name: 'RED', km: 5 }] }, 'levels.0.id must be 1 to 32 small letters'],
  [{ levels: [{ id: 'red', name: 'RED' }] }, 'levels.0 must have km, or chance with a km'],
  [{ levels: [{ id: 'red', name: 'RED', km: 5, holdMin: 4 }] }, 'levels.0 must have km, or chance with a km'],
  [{ levels: [{ id: 'red', name: 'RED', km: 80 }] }, 'levels.0.km must be at most 50'],
  [{ levels: [{ id: 'red', name: 'x'.repeat(61), km: 5 }] }, 'levels.0.name must have at most 60'],
  [{ levels: [{ id: 'red', name: 'RED', km: 5, hold: 5 }] }, 'levels.0.hold is not a setting: allowed are id, name'],
  [
    { levels: [{ id: 'red', name: 'RED', km: 5, expect: { percent: 50, minutes: 30, withinMin: 30 } }] },
    'levels.0.expect.minutes is not a setting: allowed are km, percent, withinMin',
  ],
  [
    {
      levels: [
        { id: 'a', name: 'A', km: 8 },
        { id: 'b', name: 'B', km: 5 },
      ],
    },
    'levels must list its levels from the most severe on',
  ],
  [
    {
      levels: [
        { id: 'a', name: 'A', km: 8 },
        { id: 'a', name: 'B', km: 9 },
      ],
    },
    'levels must have a unique id',
  ],
  [{ weather: [{ id: 'a', name: 'A', km: 5, report: { windMps: 9 } }] }, 'weather.0 must have report with a limit'],
  [{ weather: [{ id: 'a', name: 'A', report: { scheme: 'us' } }] }, 'weather.0 must have report with a limit'],
  [
    { levels: [{ id: 'a', name: 'A', km: 8 }], weather: [{ id: 'a', name: 'A', report: { windMps: 9 } }] },
    'weather must have a unique id for each level',
  ],
  [{ at: 'group:x' }, 'at must be 1 to 64 letters'],
])('takes no levels like %j', (properties, problem) => {
  const { places, problems } = read(feature(properties), feature({ id: 'good' }))
  expect(places.map(({ id }) => id)).toEqual(['good'])
  expect(problems.map((each) => problemText(each))).toEqual([expect.stringContaining(`feature 1 (a): ${problem}`)])
})

it('accepts a place without geometry if it refers to another one, whose geometry it shares', () => {
  const airline = { ...feature({ id: 'airline', at: 'RPLL', levels: MANILA }), geometry: null }
  const { places, problems } = read(
    airline,
    { ...feature({ id: 'lost' }), geometry: null },
    feature({ id: 'RPLL' }),
    { ...feature({ id: 'handler', at: 'airline' }), geometry: null },
    { ...feature({ id: 'self', at: 'self' }), geometry: null },
  )
  expect(problems.map((each) => problemText(each))).toEqual([
    'feature 2 (lost): geometry must be a geometry, or null where "at" names the place whose geometry it has',
  ])
  const located = locatePlaces(places)
  expect(located.places.map(({ id, geometry, at }) => [id, geometry.type, at])).toEqual([
    ['airline', 'Point', 'RPLL'],
    ['RPLL', 'Point', undefined],
  ])
  expect(located.nowhere.map(({ id }) => id)).toEqual(['handler', 'self'])
  expect(featureOf(located.places[0]!)).toMatchObject({ geometry: null, properties: { at: 'RPLL' } })
})

it('names properties in another spelling, and monitors the place with its others', () => {
  const { places, problems } = read(
    feature({ ringskm: [30], hold_min: 10, HOURS: '06:00-20:00', area: 7, GROUP: null }),
    feature({ id: 'b', holdMin: 10, holdmin: 20 }),
  )
  expect(places.map(({ id, ringsKm, holdMin }) => [id, ringsKm, holdMin])).toEqual([
    ['a', [5, 8, 16], 30],
    ['b', [5, 8, 16], 10],
  ])
  expect(textsOf(problems)).toEqual([
    'feature 1 (a): ringskm is not a setting: allowed are ringsKm',
    'feature 1 (a): hold_min is not a setting: allowed are holdMin',
    'feature 1 (a): HOURS is not a setting: allowed are hours',
  ])
})

it('monitors at all hours a place of the file with a time zone that may be another than its writer meant', () => {
  const features = [feature({ timeZone: 'CST', hours: '06:00-22:00' }), feature({ id: 'b', timeZone: 'Asia/Shanghai' })]
  const { places, problems } = read(...features)
  expect(places).toMatchObject([
    { id: 'a', timeZone: null, hours: null },
    { id: 'b', timeZone: 'Asia/Shanghai' },
  ])
  const imported = readPlaceOrPlaces(JSON.stringify({ type: 'FeatureCollection', features }))
  expect(imported).toMatchObject({ ok: true, value: { places: [{ id: 'b' }], problems } })
  expect(textsOf(problems)).toEqual([
    'feature (a): timeZone must be an IANA time zone such as Asia/Shanghai, got "CST"',
  ])
})
