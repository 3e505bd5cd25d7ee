import { createRequire } from 'node:module'

/** A layer of a vector tile, and its features as they are drawn: rings and lines in units of the tile. */
export interface DecodedLayer {
  length: number
  extent: number
  version: number
  feature(i: number): { properties: Record<string, unknown>; loadGeometry(): { x: number; y: number }[][] }
}

// The decoder of the map library, which is not one of our dependencies
const ofMaplibre = createRequire(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
const { VectorTile } = ofMaplibre('@mapbox/vector-tile') as {
  VectorTile: new (pbf: unknown) => { layers: Record<string, DecodedLayer> }
}
const { PbfReader } = ofMaplibre('pbf') as { PbfReader: new (data: Uint8Array) => unknown }

/** Its layers by name. */
export const decodeTile = (data: Uint8Array) => new VectorTile(new PbfReader(data)).layers
