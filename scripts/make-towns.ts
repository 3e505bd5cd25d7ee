// Writes data/towns.json, data/towns-cn.json and data/countries.json from data/basemap: `node scripts/make-towns.ts`.
// Larger towns of the world: English and Chinese names, latitude and longitude to 0.01°, country code, and of China the
// Chinese name in Hanyu Pinyin. A town without a Chinese name has null. Smaller towns and county seats of China: the same
// without a country, larger ones first. The country names include the countries of the airports in
// data/icao-countries.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Point, Polygon } from 'geojson'
import { namesOf } from './basemap/corrections.ts'
import { homeLayer } from './basemap/ground.ts'
import { placeLayer, settlementLayer } from './basemap/labels.ts'
import {
  crossingsAt,
  HOME,
  type LayerFeature,
  objectOf,
  propertiesOf,
  readJson,
  records,
  type Topology,
} from './basemap/layer.ts'
import { pinyinOf } from './basemap/pinyin.ts'

/** The zoom from which the base map names a town at the latest: of the larger ones, and of county seats. */
const FROM_ZOOM_MAX = 6
const FROM_ZOOM_MAX_CN = 8
/** Codes of places that differ from those of countries, and territories that are named by their country. */
const COUNTRY_CODES: Record<string, string> = { SSD: 'SDS', SJM: 'NOR', TKL: 'NZL' }
const root = join(import.meta.dirname, '..')
const read = (path: string) => readJson(join(root, path))

interface Town {
  en: string
  zh: string | null
  lat: number
  lon: number
  from: number
  /** Three-letter country code; of smaller places unknown. */
  code?: string
}

function townOf({ geometry, properties }: LayerFeature): Town {
  const [lon, lat] = (geometry as Point).coordinates.map((deg) => Math.round(deg! * 100) / 100)
  const {
    name_en: en = '',
    name_zh: zh = null,
    from,
  } = properties as { name_en?: string; name_zh?: string; from: number }
  return { en, zh, lat: lat!, lon: lon!, from }
}

const table = read('data/basemap/places-10m.json')
const codes = records(table).map(({ a3 }) => String(a3))
const larger = placeLayer(table, 'default')
const home = homeLayer(read('data/basemap/countries-10m-chn.json')).features.map(
  ({ geometry }) => (geometry as Polygon).coordinates,
)

/** Whether a place is in China: inside of an odd number of rings. */
function isAtHome({ lat, lon }: Town): boolean {
  return home.some((rings) => crossingsAt(rings, lat).filter((crossing) => lon < crossing).length % 2 === 1)
}

const ofWorld = larger.features.map((place, i) => {
  const code = codes[i]!
  return { ...townOf(place), code: COUNTRY_CODES[code] ?? code }
})
const settled = settlementLayer(read('data/basemap/settlements.json.gz'), { ...larger, features: [] }).features.map(
  townOf,
)
const ofChina = [...ofWorld.filter(({ code }) => HOME.has(code)), ...settled.filter(isAtHome)].filter(
  ({ zh, from }) => zh !== null && from <= FROM_ZOOM_MAX_CN,
)
/** If the Latin name is not Pinyin, only the characters are compared. */
const readable = ({ en, zh, code = 'CHN' }: Town) => ({ en: code === 'CHN' ? en : '', zh: zh ?? '' })
const inPinyin = pinyinOf(ofChina.map(readable))
const pinyin = (town: Town) => (town.zh === null ? null : inPinyin(readable(town)))

const towns = ofWorld
  .filter(({ en, from }) => en && from <= FROM_ZOOM_MAX)
  .map((town) => {
    const { en, zh, lat, lon, code } = town
    return HOME.has(code) ? [en, zh, lat, lon, code, pinyin(town)] : [en, zh, lat, lon, code]
  })
const known = new Set<string>()
const smaller = ofChina.flatMap((town) => {
  const { en, zh, lat, lon, from } = town
  // Some lie at the border of two data sets, or are in both.
  const key = `${zh} ${Math.round(lat)} ${Math.round(lon)}`
  if (known.has(key)) return []
  known.add(key)
  return from <= FROM_ZOOM_MAX ? [] : [[en, zh, lat, lon, pinyin(town)]]
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

const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join(',\n')
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const names = countries.map(([code, both]) => `${JSON.stringify(code)}: ${JSON.stringify(both)}`).join(',\n')
write('data/towns.json', `[\n${lines(towns)}\n]\n`)
write('data/towns-cn.json', `[\n${lines(smaller)}\n]\n`)
write('data/countries.json', `{\n${names}\n}\n`)
process.stdout.write(
  `${towns.length} towns in ${countries.length} countries, ${smaller.length} smaller ones of China\n`,
)
