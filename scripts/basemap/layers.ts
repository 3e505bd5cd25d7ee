import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  admin1Layer,
  boundaryLayer,
  depthLayer,
  homeLayer,
  lakeLayers,
  landLayers,
  provinceLayer,
  riverLayers,
} from './ground.ts'
import { labelLayers, placeLayer, settlementLayer } from './labels.ts'
import { BOUNDARY_SETS, type Layer, readJson, type Topology } from './layer.ts'
import { readAerodromes, runwayLayers } from './runways.ts'
import { wayLayers } from './ways.ts'

/**
 * All layers of each boundary set, in order, from the folder of the base map data. Equal parts of two sets are one
 * layer.
 */
export function readLayers(dataDir: string): Layer[][] {
  const read = (name: string) => readJson(join(dataDir, `${name}.json`))
  const settlements = readJson(join(dataDir, 'settlements.json.gz'))
  const ground = [
    depthLayer(read('bathymetry-10m')),
    ...lakeLayers(read('lakes-10m')),
    ...wayLayers(readFileSync(join(dataDir, 'ways.json.br'))),
    ...riverLayers(read('rivers-10m')),
    admin1Layer(read('admin1-lines-10m')),
    provinceLayer(read('provinces-cn')),
    ...runwayLayers(read('runways'), readAerodromes(join(dataDir, '..'))),
  ]
  const own = BOUNDARY_SETS.map((set) => {
    const suffix = set === 'chn' ? '-chn' : ''
    const countries: Topology = read(`countries-10m${suffix}`)
    const places = placeLayer(read('places-10m'), set)
    return [
      ...landLayers(countries),
      homeLayer(countries),
      boundaryLayer(read(`boundaries-10m${suffix}`)),
      ...labelLayers(read('labels'), countries, set),
      { ...places, coarse: true },
      settlementLayer(settlements, places),
    ]
  })
  return own.map((layers) => [
    ...ground,
    ...layers.map(
      (layer, i) => own.map((other) => other[i]!).find((other) => isDeepStrictEqual(other, layer)) ?? layer,
    ),
  ])
}
