import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readAerodromes } from './aerodromes.ts'
import {
  admin1Layer,
  boundaryLayer,
  depthLayer,
  lakeLayers,
  landLayers,
  provinceLayer,
  riverLayers,
  urbanLayer,
} from './ground.ts'
import { labelLayers, placeLayer, settlementLayer } from './labels.ts'
import type { BoundarySet, Layer, Topology } from './layer.ts'
import { runwayLayers } from './runways.ts'

/** All layers of a boundary set, bottom up, from the folder of the base map data. */
export function readLayers(dataDir: string, set: BoundarySet): Layer[] {
  const suffix = set === 'chn' ? '-chn' : ''
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, `${name}.json`), 'utf8'))
  const settlements = JSON.parse(gunzipSync(readFileSync(join(dataDir, 'settlements.json.gz'))).toString())
  const places = placeLayer(read('places-10m'), set)
  const countries: Topology = read(`countries-10m${suffix}`)
  return [
    depthLayer(read('bathymetry-10m')),
    ...landLayers(countries),
    ...lakeLayers(read('lakes-10m')),
    urbanLayer(read('urban-50m')),
    ...riverLayers(read('rivers-10m')),
    admin1Layer(read('admin1-lines-10m')),
    provinceLayer(read('provinces-cn')),
    ...runwayLayers(read('runways'), readAerodromes(join(dataDir, '..'))),
    boundaryLayer(read(`boundaries-10m${suffix}`)),
    ...labelLayers(read('labels'), countries, set),
    { ...places, coarse: true },
    settlementLayer(settlements, places),
  ]
}
