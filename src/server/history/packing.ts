import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { rowsOf, type StrikeBlock } from '../../core/strikes/strike-block.ts'
import { BODY_MAX_BYTES, readBlock, readFrames, writeBlock, writeFrame } from '../../core/strikes/strike-chunks.ts'

/** Strikes per frame: bounds the time that reading or writing one frame blocks the event loop. */
const ROWS_PER_FRAME = 16_384

/**
 * Byte planes hold few repeats for a compressor: run-length and Huffman coding is as small as the default at a fourth
 * of the time; a small window keeps the codes of unlike planes apart.
 */
const DEFLATE = { strategy: constants.Z_RLE, memLevel: 6 }

const deflateAside = promisify(deflateRaw)

/** Uncompressed frames of a block: fast to write, for data that is rewritten soon. */
export function plainFrames(block: StrikeBlock): Uint8Array {
  return Buffer.concat(slices(block).map((slice) => plainFrame(writeBlock(slice))))
}

/** Compressed frames of a block, synchronously. */
export function packedFrames(block: StrikeBlock): Uint8Array {
  return Buffer.concat(slices(block).map((slice) => packedFrame(deflateRawSync(writeBlock(slice), DEFLATE))))
}

/** Compressed frames of a block, compressed in the thread pool. */
export async function packAside(block: StrikeBlock): Promise<Uint8Array> {
  const frames: Uint8Array[] = []
  for (const slice of slices(block)) frames.push(packedFrame(await deflateAside(writeBlock(slice), DEFLATE)))
  return Buffer.concat(frames)
}

/** The blocks of stored frames. Throws if they cannot be decoded. */
export function blocksOf(frames: Uint8Array): StrikeBlock[] {
  return [...blocksIn(frames)]
}

/** The same, lazily: each block is decompressed when requested, in a few milliseconds. */
export function* blocksIn(frames: Uint8Array): Generator<StrikeBlock, void, void> {
  const unpack = (body: Uint8Array) => inflateRawSync(body, { maxOutputLength: BODY_MAX_BYTES })
  for (const { kind, packing, body } of readFrames(frames)) {
    if (kind === 'strikes') yield readBlock(packing === 'plain' ? body : unpack(body))
  }
}

/** Detects corrupted rows: SQLite has no checksums. */
export function checksum(bytes: Uint8Array): number {
  return crc32(bytes)
}

function plainFrame(body: Uint8Array): Uint8Array {
  return writeFrame({ kind: 'strikes', packing: 'plain', body })
}

function packedFrame(body: Uint8Array): Uint8Array {
  return writeFrame({ kind: 'strikes', packing: 'deflate-raw', body })
}

function slices(block: StrikeBlock): StrikeBlock[] {
  const count = block.offsetsNs.length
  if (count <= ROWS_PER_FRAME) return [block]
  return Array.from({ length: Math.ceil(count / ROWS_PER_FRAME) }, (_, i) => {
    const from = i * ROWS_PER_FRAME
    return rowsOf(
      block,
      Array.from({ length: Math.min(ROWS_PER_FRAME, count - from) }, (_, row) => from + row),
    )
  })
}
