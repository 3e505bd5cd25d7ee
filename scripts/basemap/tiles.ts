import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { heldOrMade } from '../../src/core/util/held-or-made.ts'
import type { Layer } from './layer.ts'

/** Units to a tile's side. */
const TILE_EXTENT = 4096

/** One tile, as vector tile bytes before compression. */
export interface BuiltTile {
  z: number
  x: number
  y: number
  data: Uint8Array
}

/** What takes the place of the coarse layers in a deepest tile, as layers of a vector tile; null where nothing does. */
export type FinerTile = (x: number, y: number) => Uint8Array | null

/**
 * Cuts layers into tiles from zoom 0 to `maxZoom`, each zoom before the next below it; a tile without features is left out.
 */
export function* buildTiles(layers: Layer[], maxZoom: number, finerTile: FinerTile = () => null): Generator<BuiltTile> {
  const cutters = layers.map((layer) => createCutter(layer, maxZoom))
  for (let z = 0; z <= maxZoom; z++) {
    for (let x = 0; x < 1 << z; x++) {
      for (let y = 0; y < 1 << z; y++) {
        const finer = z === maxZoom ? finerTile(x, y) : null
        const found = new Map<number, Record<string, GeoJSONVTTile>>()
        for (const { name, extent, coarse, tile } of cutters) {
          const cut = coarse && finer ? null : tile(z, x, y)
          if (cut) heldOrMade(found, extent, () => ({}))[name] = cut
        }
        // A tile is a row of layers, each with its own extent: what was written apart is one tile side by side.
        const parts = [...found].map(([extent, tiles]) => fromGeojsonVt(tiles, { version: 2, extent }))
        if (finer && finer.length > 0) parts.push(finer)
        if (parts.length > 0) yield { z, x, y, data: Buffer.concat(parts) }
      }
    }
  }
}

function createCutter(layer: Layer, maxZoom: number) {
  const { name, extent = TILE_EXTENT, coarse = false, deepestOnly = false } = layer
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features: layer.features },
    {
      maxZoom,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
      tolerance: layer.tolerance,
      extent,
      buffer: layer.buffer,
    },
  )

  /** The layer's tile with what is shown at its zoom; the deepest one holds everything, for the zooms above it. */
  function tile(z: number, x: number, y: number): GeoJSONVTTile | null {
    const cut = deepestOnly && z < maxZoom ? null : index.getTile(z, x, y)
    if (!cut) return null
    const features: GeoJSONVTTile['features'] = []
    for (let i = 0; i < cut.features.length; i++) {
      const found = cut.features[i]!
      const { from = 0, ...tags } = found.tags ?? {}
      if (z < maxZoom && from > z) continue
      features.push(layer.keepsFrom ? found : { ...found, tags })
    }
    return features.length > 0 ? { ...cut, features } : null
  }

  return { name, extent, coarse, tile }
}
