import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAerodromes } from './aerodromes.ts'
import {
  admin1Layer,
  boundaryLayer,
  depthLayer,
  lakeLayer,
  landLayers,
  provinceLayer,
  riverLayer,
  urbanLayer,
} from './ground.ts'
import { labelLayers, placeLayer } from './labels.ts'
import type { BoundarySet, Layer, Topology } from './layer.ts'
import { runwayLayers } from './runways.ts'

/** All layers of a boundary set, bottom up, from the folder of the base map data. */
export function readLayers(dataDir: string, set: BoundarySet): Layer[] {
  const suffix = set === 'chn' ? '-chn' : ''
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, `${name}.json`), 'utf8'))
  const countries: Topology = read(`countries-10m${suffix}`)
  return [
    depthLayer(read('bathymetry-10m')),
    ...landLayers(countries),
    lakeLayer(read('lakes-10m')),
    urbanLayer(read('urban-50m')),
    riverLayer(read('rivers-10m')),
    admin1Layer(read('admin1-lines-10m')),
    provinceLayer(read('provinces-cn')),
    ...runwayLayers(read('runways'), readAerodromes(join(dataDir, '..'))),
    boundaryLayer(read(`boundaries-10m${suffix}`)),
    ...labelLayers(read('labels'), countries, set),
    placeLayer(read('places-10m'), set),
  ]
}
