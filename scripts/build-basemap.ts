import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BASEMAP_ATTRIBUTION, BASEMAP_MAX_ZOOM } from '../src/page/map/basemap/max-zoom.ts'
import { BOUNDARY_SETS } from './basemap/layer.ts'
import { readLayers } from './basemap/layers.ts'
import { createMbtiles, createPacker } from './basemap/mbtiles.ts'
import { readRelief, reliefTiles } from './basemap/relief.ts'
import { readShore } from './basemap/shore.ts'
import { buildTiles } from './basemap/tiles.ts'

/**
 * Builds the embedded base map, `default.mbtiles` and `chn.mbtiles`, from `data/basemap`:
 * `node --disable-warning=ExperimentalWarning scripts/build-basemap.ts [--out DIR]`.
 */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/basemap' } } })
const root = resolve(import.meta.dirname, '..')
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
const data = join(root, 'data', 'basemap')
const shore = readShore(readFileSync(join(data, 'shore-z8.bin.br')))

const startedMs = performance.now()
const sets = readLayers(data)
const pack = createPacker()
const files = BOUNDARY_SETS.map((set, i) => {
  const metadata = {
    name: `Brontide base map (${set})`,
    format: 'pbf',
    type: 'baselayer',
    minzoom: '0',
    maxzoom: String(BASEMAP_MAX_ZOOM),
    bounds: '-180,-85.0511,180,85.0511',
    attribution: BASEMAP_ATTRIBUTION,
    json: JSON.stringify({ vector_layers: sets[i]!.map(({ name }) => ({ id: name, fields: {} })) }),
  }
  return createMbtiles(join(out, `${set}.mbtiles`), metadata, pack)
})
for (const { set, tile } of buildTiles(sets, BASEMAP_MAX_ZOOM, shore)) files[set]!.put(tile)
for (const tile of reliefTiles(readRelief(readFileSync(join(data, 'relief.bin.gz'))))) {
  for (const file of files) file.putRelief(tile)
}
for (const [i, set] of BOUNDARY_SETS.entries()) {
  const written = files[i]!.finish()
  const megabytes = (written.bytes / 1e6).toFixed(1)
  process.stdout.write(
    `basemap ${set}: ${written.tiles} tiles (${written.distinct} distinct), z0-z${BASEMAP_MAX_ZOOM}, ${megabytes} MB\n`,
  )
}
process.stdout.write(`basemap: ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`)
