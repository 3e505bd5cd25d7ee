import { crc32, deflateSync, gunzipSync } from 'node:zlib'
import { RELIEF_LIGHT, RELIEF_MAX_ZOOM, RELIEF_SHADOW } from '../../src/page/map/basemap/relief-look.ts'
import type { BuiltTile } from './tiles.ts'

/** Pixels to a tile's side. */
const TILE_PX = 512
/** Steps from level ground to the darkest and to the lightest slope, as in `prepare/relief.py`. */
const STEPS = 24

/** Shade of the whole world, row by row from the north-west: a byte a pixel, below 0 darker than level ground, above 0 lighter. */
export function readRelief(packed: Uint8Array): Int8Array {
  const shade = new Int8Array(gunzipSync(packed))
  const side = Math.sqrt(shade.length)
  for (let i = 0; i < shade.length; i++) if (i % side > 0) shade[i] = shade[i]! + shade[i - 1]!
  return shade
}

/** The shade as PNG tiles from `maxZoom` to zoom 0, each zoom from the mean of the one below it. */
export function* reliefTiles(
  shade: Int8Array,
  { maxZoom = RELIEF_MAX_ZOOM, tilePx = TILE_PX } = {},
): Generator<BuiltTile> {
  let level = shade
  for (let z = maxZoom; z >= 0; z--) {
    const side = tilePx << z
    for (let x = 0; x < 1 << z; x++) {
      for (let y = 0; y < 1 << z; y++) yield { z, x, y, data: pictureOf(level, side, x * tilePx, y * tilePx, tilePx) }
    }
    level = halved(level, side)
  }
}

function halved(shade: Int8Array, side: number): Int8Array {
  const half = side / 2
  const smaller = new Int8Array(half * half)
  for (let i = 0; i < smaller.length; i++) {
    const at = 2 * Math.floor(i / half) * side + 2 * (i % half)
    smaller[i] = Math.round((shade[at]! + shade[at + 1]! + shade[at + side]! + shade[at + side + 1]!) / 4)
  }
  return smaller
}

/** One tile: indices into `PALETTE`, each row as differences from pixel to pixel. */
function pictureOf(shade: Int8Array, side: number, left: number, top: number, px: number): Uint8Array {
  const rows = new Uint8Array(px * (px + 1))
  for (let row = 0; row < px; row++) {
    const to = row * (px + 1)
    rows[to] = DIFFERENCES
    const from = (top + row) * side + left
    for (let i = 0; i < px; i++) rows[to + 1 + i] = shade[from + i]! - (i > 0 ? shade[from + i - 1]! : -STEPS)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(px, 0)
  header.writeUInt32BE(px, 4)
  header.set([8, INDEXED], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('tRNS', OPACITIES),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INDEXED = 3
const DIFFERENCES = 1

const ALL = Array.from({ length: 2 * STEPS + 1 }, (_, i) => i - STEPS)
const PALETTE = Buffer.from(ALL.flatMap((step) => [...(step < 0 ? RELIEF_SHADOW : RELIEF_LIGHT).colour]))
const OPACITIES = Buffer.from(
  ALL.map((step) => Math.round((255 * (step < 0 ? RELIEF_SHADOW : RELIEF_LIGHT).opacity * Math.abs(step)) / STEPS)),
)

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
