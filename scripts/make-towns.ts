// Writes data/towns.json from data/basemap/places-10m.json: `node scripts/make-towns.ts`.
// The towns of the world that people name a place by: English and Chinese names, latitude and longitude to 0.01°.
import { readFileSync, writeFileSync } from 'node:fs'
import { placeLayer } from './basemap/labels.ts'

/** The zoom from which the base map names a town at the latest. */
const FROM_ZOOM_MAX = 6
const root = new URL('../', import.meta.url)

const table = JSON.parse(readFileSync(new URL('data/basemap/places-10m.json', root), 'utf8'))
const rows = placeLayer(table, 'default').features.flatMap(({ geometry, properties }) => {
  const { name_en: en, name_zh: zh, from } = properties as { name_en?: string; name_zh?: string; from: number }
  const name = en ?? zh
  if (geometry.type !== 'Point' || !name || from > FROM_ZOOM_MAX) return []
  const [lon, lat] = geometry.coordinates.map((deg) => Math.round(deg! * 100) / 100)
  return [[en ?? name, zh ?? name, lat, lon]]
})
writeFileSync(new URL('data/towns.json', root), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
process.stdout.write(`${rows.length} towns\n`)
