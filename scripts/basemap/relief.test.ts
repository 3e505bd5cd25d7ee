import { gzipSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readRelief, reliefTiles } from './relief.ts'

const STEPS = 24

/** Palette indices of a PNG picture, row by row. */
function indicesOf(png: Uint8Array): number[][] {
  const bytes = Buffer.from(png)
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const side = chunks.get('IHDR')!.readUInt32BE(0)
  const rows = inflateSync(chunks.get('IDAT')!)
  return Array.from({ length: side }, (_, row) => {
    let before = 0
    return Array.from({ length: side }, (_, i) => (before = (before + rows[row * (side + 1) + 1 + i]!) & 255))
  })
}

describe('the relief', () => {
  it('is read from the differences along each row', () => {
    const packed = gzipSync(Int8Array.from([3, -1, 0, 0, -24, 48, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5]))
    expect([...readRelief(packed)]).toEqual([3, 2, 2, 2, -24, 24, 24, 24, 0, 0, 0, 0, 5, 10, 15, 20])
  })

  it('is cut into pictures of each zoom, where the coarser one is the mean of the finer', () => {
    const shade = Int8Array.from([-24, -24, 8, 8, -24, -24, 8, 8, 0, 0, 4, 2, 0, 0, 2, 4])
    const tiles = [...reliefTiles(shade, { maxZoom: 1, tilePx: 2 })]
    expect(tiles.map(({ z, x, y }) => [z, x, y])).toEqual([
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 0],
      [1, 1, 1],
      [0, 0, 0],
    ])
    const stepsOf = (data: Uint8Array) => indicesOf(data).map((row) => row.map((index) => index - STEPS))
    expect(stepsOf(tiles[0]!.data)).toEqual([
      [-24, -24],
      [-24, -24],
    ])
    expect(stepsOf(tiles[3]!.data)).toEqual([
      [4, 2],
      [2, 4],
    ])
    expect(stepsOf(tiles[4]!.data)).toEqual([
      [-24, 8],
      [0, 3],
    ])
  })
})
