import { brotliDecompressSync } from 'node:zlib'
import type { FinerTile } from './tiles.ts'

/** The zoom of the tiles that `data/basemap/shore-z8.bin.br` holds. */
export const SHORE_ZOOM = 8
/** Rows from here on are south of 60° S, where the file has no data. */
const ANTARCTIC_ROW = 182
const HEADER_BYTES = 6
const NOTHING = new Uint8Array()

/** Land, lakes and rivers of the deepest zoom: column, row, length in bytes and layers of a vector tile, one after another. */
export function readShore(packed: Uint8Array): FinerTile {
  const data = brotliDecompressSync(packed)
  const tiles = new Map<number, Uint8Array>()
  for (let at = 0; at < data.length; ) {
    const start = at + HEADER_BYTES
    const end = start + data.readUInt32LE(at + 2)
    tiles.set(keyOf(data[at]!, data[at + 1]!), data.subarray(start, end))
    at = end
  }
  return (x, y) => (y < ANTARCTIC_ROW ? (tiles.get(keyOf(x, y)) ?? NOTHING) : null)
}

const keyOf = (x: number, y: number) => (x << SHORE_ZOOM) | y
