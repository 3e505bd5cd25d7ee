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

/** The finer replacement of coarse layers in a deepest tile, as layers of a vector tile; null if there is none. */
export type FinerTile = (x: number, y: number) => Uint8Array | null

/** A tile of one of the sets that are cut together. */
export interface TileOfSet {
  /** Index of the set, from 0. */
  set: number
  tile: BuiltTile
}

/**
 * Cuts sets of layers into tiles from zoom 0 to `maxZoom`, each zoom before the next below it; a tile without features is left out.
 * A layer that several sets have is cut once, and a tile that is the same in them has the same bytes object.
 */
export function* buildTiles(
  sets: readonly Layer[][],
  maxZoom: number,
  finerTile: FinerTile = () => null,
): Generator<TileOfSet> {
  const cutters = new Map([...new Set(sets.flat())].map((layer) => [layer, createCutter(layer, maxZoom)]))
  for (const [z, x, y] of tilesTo(maxZoom)) {
    const finer = z === maxZoom ? finerTile(x, y) : null
    const written = new Map<Layer, Uint8Array | null>()
    const write = (layer: Layer) => (layer.coarse && finer ? null : cutters.get(layer)!(z, x, y))
    const partOf = (layer: Layer) => heldOrMade(written, layer, () => write(layer))
    let before: { parts: Uint8Array[]; data: Uint8Array } | null = null
    for (const [set, layers] of sets.entries()) {
      const parts = [...partsOf(layers, partOf), ...(finer && finer.length > 0 ? [finer] : [])]
      if (parts.length === 0) continue
      // Tiles are concatenated layers, each with its own extent.
      if (!before || !areSame(parts, before.parts)) before = { parts, data: Buffer.concat(parts) }
      yield { set, tile: { z, x, y, data: before.data } }
    }
  }
}

function* tilesTo(maxZoom: number): Generator<[z: number, x: number, y: number]> {
  for (let z = 0; z <= maxZoom; z++) {
    for (let x = 0; x < 1 << z; x++) for (let y = 0; y < 1 << z; y++) yield [z, x, y]
  }
}

/** The parts of a tile; of two layers with one name the upper one counts. */
function partsOf(layers: readonly Layer[], partOf: (layer: Layer) => Uint8Array | null): Iterable<Uint8Array> {
  const named = new Map<string, Uint8Array>()
  for (const layer of layers) {
    const part = partOf(layer)
    if (part) named.set(layer.name, part)
  }
  return named.values()
}

const areSame = (some: readonly Uint8Array[], others: readonly Uint8Array[]) =>
  some.length === others.length && some.every((each, i) => each === others[i])

function createCutter(layer: Layer, maxZoom: number) {
  const { name, extent = TILE_EXTENT, deepestOnly = false } = layer
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

  /** The layer's part of a tile with the features of its zoom; the deepest one has all features, for higher zooms. */
  return (z: number, x: number, y: number): Uint8Array | null => {
    const cut = deepestOnly && z < maxZoom ? null : index.getTile(z, x, y)
    if (!cut) return null
    const features: GeoJSONVTTile['features'] = []
    for (let i = 0; i < cut.features.length; i++) {
      const found = cut.features[i]!
      const { from = 0, ...tags } = found.tags ?? {}
      if (z < maxZoom && from > z) continue
      features.push(layer.keepsFrom ? found : { ...found, tags })
    }
    cut.features = [] // the index would keep all tiles, although each is cut once
    return features.length > 0 ? fromGeojsonVt({ [name]: { ...cut, features } }, { version: 2, extent }) : null
  }
}
