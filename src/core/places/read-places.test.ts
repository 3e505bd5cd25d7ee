import { expect, it } from 'vitest'
import { featureOf, readPlaces } from './read-places.ts'

const square = [
  [121, 31],
  [121.1, 31],
  [121.1, 31.1],
  [121, 31],
]

function feature(properties: object, geometry: object = { type: 'Point', coordinates: [121.8, 31.15] }) {
  return { type: 'Feature', geometry, properties: { id: 'a', name: 'A', ...properties } }
}

function read(...features: unknown[]) {
  const result = readPlaces(JSON.stringify({ type: 'FeatureCollection', features }))
  if (!result.ok) throw new Error(result.problems.join())
  return result.value
}

it('reads points, lines and areas, with what they leave out', () => {
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

it('reads what it wrote', () => {
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
])('names a bad %s, says what is allowed, and keeps the rest', (part, properties) => {
  const { places, problems } = read(feature(properties), feature({ id: 'good' }))
  expect(places.map(({ id }) => id)).toEqual(['good'])
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^feature 1( \\(a\\))?: ${part} (must|is for)`))])
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
  expect(read({ ...feature({}), geometry }).problems).toEqual([
    expect.stringMatching(/^feature 1 \(a\): geometry must be/),
  ])
})

it('takes hours of up to 200 characters, and looks at no longer ones', () => {
  const hours = (parts: number) => Array.from({ length: parts }, () => '06:00-22:00').join('; ')
  expect(read(feature({ hours: hours(15) })).problems).toEqual([])
  for (const long of [hours(16), hours(300_000)]) {
    expect(read(feature({ hours: long })).problems).toEqual([expect.stringContaining('in at most 200 characters')])
  }
})

it('takes an id once, and says of what is no collection that it is none', () => {
  expect(read(feature({}), feature({})).problems).toEqual(['feature 2 (a): its id is that of a feature before it'])
  for (const text of ['', 'null', '[]', '{"features": 7}']) expect(readPlaces(text).ok).toBe(false)
})
