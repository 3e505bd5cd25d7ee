import { expect, it } from 'vitest'
import { crsFault, drawablePart, isGeojson } from './geojson.ts'

const named = (name: unknown) => ({
  type: 'FeatureCollection',
  features: [],
  crs: { type: 'name', properties: { name } },
})

it.each([
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'urn:ogc:def:crs:OGC::CRS84',
  'urn:ogc:def:crs:OGC:2:84',
  'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  'http://www.opengis.net/def/crs/OGC/0/CRS84h',
  'OGC:CRS84',
  'CRS84',
  'CRS:84',
  'EPSG:4326',
  'epsg:4326',
  'urn:ogc:def:crs:EPSG::4326',
  'urn:ogc:def:crs:EPSG:6.9:4326',
  'http://www.opengis.net/def/crs/EPSG/0/4326',
  'http://www.opengis.net/gml/srs/epsg.xml#4326',
  'WGS84',
  'WGS 84',
])('takes %s for WGS 84', (name) => {
  expect(crsFault(named(name))).toBeNull()
})

it.each([
  'EPSG:3857',
  'urn:ogc:def:crs:EPSG::3857',
  'urn:ogc:def:crs:EPSG::4490',
  'urn:ogc:def:crs:EPSG::32650',
  'EPSG:14326',
  'WGS 84 / UTM zone 50N',
  'GCJ-02',
  '',
])('refuses %s by name', (name) => {
  expect(crsFault(named(name))).toEqual({ code: 'geojson-crs', values: { received: JSON.stringify(name) } })
})

it.each([
  [{ type: 'EPSG', properties: { code: 3857 } }, '"EPSG:3857"'],
  [{ type: 'link', properties: { href: 'https://a.example/crs' } }, '{"type": "link", "properties": {…}}'],
  [{ type: 'name' }, '{"type": "name"}'],
  [7, '7'],
])('rejects %j, which names none', (crs, received) => {
  expect(crsFault({ crs })?.values.received).toBe(received)
})

it('accepts files without coordinate system, and the code of drafts of GeoJSON', () => {
  for (const value of [null, 7, {}, { crs: null }, { crs: { type: 'EPSG', properties: { code: 4326 } } }])
    expect(crsFault(value)).toBeNull()
})

it.each([
  [{ type: 'FeatureCollection', features: [] }, true],
  [{ type: 'Feature', geometry: null, properties: null }, true],
  [{ type: 'Point', coordinates: [1, 2] }, true],
  [{ type: 'GeometryCollection', geometries: [] }, true],
  [{ type: 'Topology', objects: {}, arcs: [] }, false],
  [{ type: 'FeatureCollection' }, false],
  [{ type: 'FeatureCollection', features: {} }, false],
  [{ type: 'Feature' }, false],
  [{ type: 'Point' }, false],
  [{ geometryType: 'esriGeometryPoint', features: [] }, false],
  [{ type: 'toString', features: [] }, false],
  [[], false],
  [null, false],
  ['FeatureCollection', false],
])('%j is GeoJSON: %s', (value, is) => {
  expect(isGeojson(value)).toBe(is)
})

const AREA = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  },
}
const feature = (geometry: unknown) => ({ type: 'Feature', properties: null, geometry })
const nested = (depth: number): unknown =>
  depth === 0 ? { type: 'Point', coordinates: [1, 1] } : { type: 'GeometryCollection', geometries: [nested(depth - 1)] }

it.each([
  ['null', null],
  ['a number', 5],
  [
    'an unknown geometry',
    feature({
      type: 'CircularString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    }),
  ],
  ['no coordinates', feature({ type: 'Point', coordinates: null })],
  ['a missing position', feature({ type: 'LineString', coordinates: [[0, 0], null, [1, 1]] })],
  [
    'an empty position in a line',
    feature({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [null, null],
      ],
    }),
  ],
  [
    'a ring too few',
    feature({
      type: 'Polygon',
      coordinates: [
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ],
    }),
  ],
  ['a collection of nothing', feature({ type: 'GeometryCollection' })],
  ['a deep collection', feature(nested(2_000))],
  ['texts for numbers', feature({ type: 'Point', coordinates: ['121', '31'] })],
  ['latitude before longitude', feature({ type: 'Point', coordinates: [31, 121] })],
  ['metres', feature({ type: 'Point', coordinates: [13_520_000, 3_660_000] })],
])('leaves out %s, and nothing else', (_, bad) => {
  const value = { type: 'FeatureCollection', features: [bad, AREA] }
  expect(drawablePart(value)).toEqual({ drawable: { ...value, features: [AREA] }, leftOut: 1 })
})

it.each([
  ['no position', null],
  ['an empty position', { type: 'Point', coordinates: [] }],
  ['an empty area', { type: 'Polygon', coordinates: [] }],
  ['a height', { type: 'Point', coordinates: [121, 31, 8] }],
  [
    'a line beyond the antimeridian',
    {
      type: 'LineString',
      coordinates: [
        [179, 0],
        [181, 0],
      ],
    },
  ],
  ['a collection', nested(3)],
])('keeps %s', (_, geometry) => {
  const value = { type: 'FeatureCollection', features: [feature(geometry)] }
  expect(drawablePart(value)).toEqual({ drawable: value, leftOut: 0 })
})

it('judges a lone feature or geometry', () => {
  expect(drawablePart(AREA).leftOut).toBe(0)
  expect(drawablePart(AREA.geometry).leftOut).toBe(0)
  expect(drawablePart(feature({ type: 'Circle' })).leftOut).toBe(1)
  expect(drawablePart({ type: 'Point', coordinates: [31, 121] }).leftOut).toBe(1)
})
