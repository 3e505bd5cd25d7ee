import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Tiles } from '../../web/basemap-route.ts'

/** An area of the base map, in Web Mercator units: 0 to 1 from west to east, and from north to south. */
export interface MapFrame {
  west: number
  north: number
  /** Side length. */
  size: number
}

/** Maximum zoom, and maximum tiles per picture. */
const ZOOM_FINEST = 8
const TILES_MAX = 6
/** Simplification tolerance between points, px. */
const FINE_PX = 0.7

export type TileLayer = (typeof LAYERS)[number]
const LAYERS = ['land', 'lakes', 'rivers', 'boundaries', 'provinces', 'runways'] as const

/** Shapes of the base map as SVG paths in a square of that many px; empty layers are absent. */
export async function shapesOf(
  tiles: Pick<Tiles, 'tile'>,
  frame: MapFrame,
  sizePx: number,
  rest: () => Promise<unknown>,
): Promise<Map<TileLayer, string>> {
  const paths = new Map<TileLayer, string>()
  for (const { z, x, y } of tilesOf(frame)) {
    const packed = tiles.tile(z, x, y)
    if (!packed) continue
    const { layers } = new VectorTile(new PbfReader(gunzipSync(packed)))
    for (const name of LAYERS) {
      const layer = layers[name]
      if (!layer) continue
      const scale = sizePx / frame.size / 2 ** z / layer.extent
      const left = (x / 2 ** z - frame.west) / frame.size
      const top = (y / 2 ** z - frame.north) / frame.size
      for (let i = 0; i < layer.length; i++) {
        const feature = layer.feature(i)
        if (feature.type === POINT) continue
        const text = feature
          .loadGeometry()
          .map((line) =>
            pathOf(
              line.map((at) => [left * sizePx + at.x * scale, top * sizePx + at.y * scale] as const),
              sizePx,
            ),
          )
          .join('')
        if (text) paths.set(name, (paths.get(name) ?? '') + text)
      }
    }
    await rest()
  }
  return paths
}

const POINT = 1

function tilesOf({ west, north, size }: MapFrame): { z: number; x: number; y: number }[] {
  for (let z = ZOOM_FINEST; ; z--) {
    const count = 2 ** z
    const columns = range(Math.floor(west * count), Math.floor((west + size) * count))
    const rows = range(Math.max(0, Math.floor(north * count)), Math.min(count - 1, Math.floor((north + size) * count)))
    if (z > 0 && columns.length * rows.length > TILES_MAX) continue
    // The map repeats beyond the antimeridian; that part is not drawn.
    return columns.filter((x) => x >= 0 && x < count).flatMap((x) => rows.map((y) => ({ z, x, y })))
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}

/** Empty if it lies entirely on one side of the picture. */
function pathOf(points: readonly (readonly [x: number, y: number])[], sizePx: number): string {
  const isBeside = [0, 1].some((axis) => {
    return points.every((at) => at[axis]! < 0) || points.every((at) => at[axis]! > sizePx)
  })
  if (isBeside) return ''
  let text = ''
  let before: readonly [number, number] | null = null
  for (const at of points) {
    if (before && Math.hypot(at[0] - before[0], at[1] - before[1]) < FINE_PX) continue
    text += `${before ? 'L' : 'M'}${at[0].toFixed(1)} ${at[1].toFixed(1)}`
    before = at
  }
  return text
}
