import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { problemText } from '../../core/problems/problem-text.ts'
import { readLayers } from './layers-file.ts'

const RADAR = {
  id: 'radar',
  name: 'Radar',
  kind: 'wms',
  url: 'https://a.example/wms',
  layers: 'radar',
  attribution: 'Us',
  time: { stepMin: 10, delayMin: 5, keepHours: 2 },
}
const TILES = { id: 'sat', name: 'Satellite', kind: 'xyz', url: 'https://a.example/{z}/{x}/{y}', attribution: 'Us' }

function read(...entries: unknown[]) {
  const read = readLayers(JSON.stringify(entries), '/etc/brontide/layers.json')
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join())
  return read.value
}

/** Problem of a skipped entry. */
function faultOf(change: object, base: object = TILES): string {
  const { layers, problems } = read({ ...base, ...change }, RADAR)
  // The entry beside it is kept, but where this one has its id.
  expect(layers).toHaveLength(1)
  return problems.map((problem) => problemText(problem)).join()
}

it('accepts a layer with defaults', () => {
  expect(read(TILES)).toMatchObject({
    layers: [{ nameZh: null, time: null, opacity: 1, via: 'server', headers: {}, minZoom: 0, maxZoom: 18, on: true }],
    problems: [],
  })
})

it('finds a GeoJSON file beside the file that names it', () => {
  const { layers } = read({ ...TILES, kind: 'geojson', url: 'areas.geojson' })
  expect(layers).toMatchObject([{ file: '/etc/brontide/areas.geojson', url: '' }])
})

it.each([
  [{ opacity: 3 }, /^layer 1 \(sat\): opacity must be a number from 0 to 1, got 3$/],
  [{ kind: 'wfs' }, /kind must be one of xyz, wms, wmts, mvt, geojson/],
  [{ id: 'Sat!' }, /id must be up to 32 small letters, digits and hyphens/],
  [{ id: 7 }, /^layer 1: id must be a text, got 7$/],
  [{ colour: 'red' }, /colour is not a setting: allowed are id, name, /],
  [{ attribution: '' }, /attribution must not be empty/],
  [{ minZoom: 9, maxZoom: 3 }, /minZoom must not be above maxZoom/],
  [{ time: { stepMin: 10 } }, /time\.delayMin must be a number, got nothing/],
  [{ time: { stepMin: 10, delayMin: 5, keepHours: 1 } }, /url must have \{time\}/],
  [{ url: 'https://a.example/{time}/{z}/{x}/{y}' }, /time is missing/],
  [{ url: 'https://a.example/{z}/{x}/{row}' }, /url has \{row\}: allowed are \{z\}/],
  [{ url: 'https://a.example/tiles' }, /url must have \{z\}, \{x\} and \{y\}/],
  [{ url: 'https://{x}.example/{z}/{x}/{y}' }, /url must not have a \{…\} in its host/],
  [{ url: 'file:///etc/passwd' }, /url must be an http: or https: address/],
  [{ url: 'https://me:hunter2@a.example/{z}/{x}/{y}' }, /url must not contain a name or a password/],
  [{ via: 'browser', headers: { 'x-key': 'hunter2' } }, /headers would be sent to every viewer/],
  [{ headers: { 'x key': 'a' } }, /headers must have names that HTTP allows/],
  [{ headers: { 'x-key': 'a\r\nb' } }, /headers.x-key must have values of ASCII characters/],
  [{ kind: 'wms', url: 'https://a.example/wms' }, /layers is missing: wms needs it/],
  [{ kind: 'geojson', url: 'areas.json', via: 'browser' }, /a file needs "via": "server"/],
  [{ kind: 'geojson', url: 'areas.json', style: 'red' }, /style must be a colour such as #ffaa00/],
])('names the problem of %j, and keeps the others', (change, said) => {
  const fault = faultOf(change)
  expect(fault).toMatch(said)
  expect(fault).not.toContain('hunter2')
})

it('keeps the first of two with one id', () => {
  const { problems } = read(TILES, { ...TILES, name: 'Other' })
  expect(problems.map((problem) => problemText(problem))).toEqual(['layer 2 (sat): has the id of an earlier entry'])
})

it.each([
  ['{', 'is not valid JSON at line 1, column 2'],
  ['{}', 'must contain a list: [{"id": …}, …], got {}'],
])('reports the problem of %s', (text, problem) => {
  const read = readLayers(text, 'layers.json')
  expect(read.ok ? [] : read.problems.map((each) => problemText(each))).toEqual([problem])
})

it('accepts each example of the documents unchanged', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/layers.md'), 'utf8')
  const examples = [...guide.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(2)
  for (const example of examples) {
    const read = readLayers(example, '/etc/brontide/layers.json')
    expect(read).toMatchObject({ ok: true, value: { problems: [] } })
  }
})

it.each([
  ['service=WMS&request=GetCapabilities', /without request=: delete them/],
  ['version=1.3.0&crs=EPSG:4326', /without crs=: delete them/],
  ['time=2026-07-01T00:00:00Z&BBOX=1,2,3,4', /without time=, BBOX=: delete them/],
  ['DIM_RUN=2026070100', /without DIM_RUN=: delete them/],
  ['run=2026-07-01T00:00:00Z', /contains a fixed time/],
  ['DIM_FLIGHT_LEVEL=300', null],
  ['width=256&height=256&layers=other', /without width=, height=, layers=: delete them/],
  ['SRS=EPSG:3857&format=image/webp&map=1', null],
])('rejects a WMS whose URL fixes %s for all tiles', (query, wrong) => {
  const entry = {
    id: 'a',
    name: 'A',
    kind: 'wms',
    url: `https://a.example/wms?${query}`,
    layers: 'r',
    attribution: 'x',
  }
  const read = readLayers(JSON.stringify([entry]), '/etc/layers.json')
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join())
  const { layers, problems } = read.value
  expect(layers).toHaveLength(wrong ? 0 : 1)
  if (wrong) expect(problems.map((problem) => problemText(problem)).join()).toMatch(wrong)
})

it.each([
  ['xyz', '{z}/{x}/{y}.png?time=2026-07-01T00:00Z', /without time=: delete/],
  ['xyz', '{z}/{x}/{y}.png?TIME=1782892800', /without TIME=: delete/],
  ['xyz', '{z}/{x}/{y}.png?bbox=1,2,3,4', /without bbox=: delete/],
  ['xyz', '{z}/{x}/{y}.png?crs=EPSG:4326', /without crs=: delete/],
  ['wmts', '?TILEMATRIXSET=EPSG:4326&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}', /without TILEMATRIXSET=: delete/],
  ['wmts', '?tilematrixset=c&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}', /without tilematrixset=: delete/],
  ['wmts', '?TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&DIM_RUN=2026070100', /without DIM_RUN=: delete/],
  ['wmts', 'wmts/1.0.0/WMTSCapabilities.xml', /only describes/],
  ['geojson', 'a.geojson?time=2026-07-01', /without time=: delete/],
  ['geojson', 'a.geojson?bbox=1,2,3,4', /without bbox=: delete/],
  ['xyz', '202607010810/{z}/{x}/{y}.png', /contains a fixed time/],
  ['xyz', '2026-07-01T08:10:00Z/{z}/{x}/{y}.png', /contains a fixed time/],
  ['xyz', '2026-07-01T08%3A10%3A00Z/{z}/{x}/{y}.png', /contains a fixed time/],
  ['xyz', 'v2/radar/1782892800/256/{z}/{x}/{y}/2/1_1.png', /contains a fixed time/],
  ['geojson', 'warnings-20260701T0810Z.geojson', /contains a fixed time/],
  ['geojson', 'warnings.geojson?issued=202607010810', /contains a fixed time/],
  ['xyz', '{z}/{x}/{y}.png?t=2026-07-01T08:10:00Z', /contains a fixed time/],
  ['xyz', '{z}/{x}/{y}.png?date=2026-07-01T08%3A10', /contains a fixed time/],
  ['xyz', '{z}/{x}/{y}.png'.replaceAll('{', '$' + '{'), /without a \$/],
  ['xyz', '%zz/{z}/{x}/{y}.png', null],
  ['xyz', '{z}/{x}/{y}.png?TIME=latest', null],
  ['xyz', '2024-05-01/{z}/{x}/{y}.png', null],
  ['xyz', '{z}/{x}/{y}.png?v=20240501&key=f2026070108100a', null],
  ['xyz', '{z}/{x}/{y}.png?tk=1782892800&crs=EPSG:3857', null],
  ['wmts', '?TILEMATRIXSET=w&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=1782892800', null],
])('rejects parameters that a URL of %s would fix for all tiles: %s', (kind, path, wrong) => {
  const entry = { id: 'a', name: 'A', kind, url: `https://a.example/${path}`, layers: 'r', attribution: 'x' }
  const read = readLayers(JSON.stringify([entry]), '/etc/layers.json')
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join())
  expect(read.value.layers).toHaveLength(wrong ? 0 : 1)
  expect(read.value.problems.map((problem) => problemText(problem)).join()).toMatch(wrong ?? /^$/)
})

it('takes a moment in the address where it is that of the time that is shown', () => {
  const time = { stepMin: 10, delayMin: 6, keepHours: 24 }
  const url = 'https://a.example/{time:yyyyMMddHHmm}/{z}/{x}/{y}.png?time={time}'
  const entry = { id: 'a', name: 'A', kind: 'xyz', url, attribution: 'x', time }
  const read = readLayers(JSON.stringify([entry]), '/etc/layers.json')
  expect(read.ok && read.value.layers).toHaveLength(1)
})

it('takes steps that divide a day alone', () => {
  const entry = { id: 'a', name: 'A', kind: 'xyz', url: 'https://a.example/{time}/{z}/{x}/{y}', attribution: 'x' }
  const of = (stepMin: number) =>
    readLayers(JSON.stringify([{ ...entry, time: { stepMin, delayMin: 0, keepHours: 1 } }]), '/etc/layers.json')
  expect(of(10)).toMatchObject({ value: { layers: [{ id: 'a' }] } })
  expect(of(7)).toMatchObject({ value: { layers: [], problems: [{ code: 'day-steps' }] } })
})
