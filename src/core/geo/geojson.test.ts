import { expect, it } from 'vitest'
import { crsFault, isGeojson } from './geojson.ts'

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
