// Writes data/towns.json and data/countries.json from data/basemap: `node scripts/make-towns.ts`. Larger towns of the
// world: English and Chinese names, latitude and longitude to 0.01°, and country code. A town without a Chinese name
// has null. The country names include the countries of the airports in data/icao-countries.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { namesOf } from './basemap/corrections.ts'
import { placeLayer } from './basemap/labels.ts'
import { objectOf, propertiesOf, type Topology } from './basemap/layer.ts'

/** The zoom from which the base map names a town at the latest. */
const FROM_ZOOM_MAX = 6
/** Codes of places that differ from those of countries, and territories that are named by their country. */
const COUNTRY_CODES: Record<string, string> = { SSD: 'SDS', SJM: 'NOR', TKL: 'NZL' }
const root = new URL('../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

const table = read('data/basemap/places-10m.json')
const codeAt = table.fields.indexOf('a3')
const towns = placeLayer(table, 'default').features.flatMap(({ geometry, properties }, i) => {
  const { name_en: en, name_zh: zh, from } = properties as { name_en?: string; name_zh?: string; from: number }
  if (geometry.type !== 'Point' || !en || from > FROM_ZOOM_MAX) return []
  const [lon, lat] = geometry.coordinates.map((deg) => Math.round(deg! * 100) / 100)
  const code = String(table.rows[i][codeAt])
  return [[en, zh ?? null, lat, lon, COUNTRY_CODES[code] ?? code] as const]
})
const ofAirports = Object.values<string | null>(read('data/icao-countries.json'))
const used = new Set([...towns.map(([, , , , code]) => code), ...ofAirports.filter((code) => code !== null)])
const countries = objectOf(read('data/basemap/countries-10m.json') as Topology)
  .geometries.map(propertiesOf)
  .filter(({ a3 }) => used.has(String(a3)))
  .map((properties) => {
    const { name_en, name_zh } = namesOf('countries', properties)
    return [String(properties.a3), [name_en, name_zh]] as const
  })
  .sort(([a], [b]) => (a < b ? -1 : 1))

const rows = towns.map((row) => JSON.stringify(row)).join(',\n')
writeFileSync(new URL('data/towns.json', root), `[\n${rows}\n]\n`)
const names = countries.map(([code, both]) => `${JSON.stringify(code)}: ${JSON.stringify(both)}`).join(',\n')
writeFileSync(new URL('data/countries.json', root), `{\n${names}\n}\n`)
process.stdout.write(`${towns.length} towns in ${countries.length} countries\n`)
