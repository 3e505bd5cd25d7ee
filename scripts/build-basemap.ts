import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BASEMAP_ATTRIBUTION, BASEMAP_MAX_ZOOM } from '../src/page/map/basemap/max-zoom.ts'
import { BOUNDARY_SETS } from './basemap/layer.ts'
import { readLayers } from './basemap/layers.ts'
import { writeMbtiles } from './basemap/mbtiles.ts'
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

for (const set of BOUNDARY_SETS) {
  const startedMs = performance.now()
  const layers = readLayers(data, set)
  const metadata = {
    name: `Brontide base map (${set})`,
    format: 'pbf',
    type: 'baselayer',
    minzoom: '0',
    maxzoom: String(BASEMAP_MAX_ZOOM),
    bounds: '-180,-85.0511,180,85.0511',
    attribution: BASEMAP_ATTRIBUTION,
    json: JSON.stringify({ vector_layers: layers.map(({ name }) => ({ id: name, fields: {} })) }),
  }
  const written = writeMbtiles(join(out, `${set}.mbtiles`), metadata, buildTiles(layers, BASEMAP_MAX_ZOOM, shore))
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const megabytes = (written.bytes / 1e6).toFixed(1)
  process.stdout.write(
    `basemap ${set}: ${written.tiles} tiles (${written.distinct} distinct), z0-z${BASEMAP_MAX_ZOOM}, ${megabytes} MB, ${seconds} s\n`,
  )
}
