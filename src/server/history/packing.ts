import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { rowsOf, type StrikeBlock } from '../../core/strikes/strike-block.ts'
import { BODY_MAX_BYTES, readBlock, readFrames, writeBlock, writeFrame } from '../../core/strikes/strike-chunks.ts'

/** A frame holds at most so many strikes, so that nobody who reads or writes one is kept busy for long. */
const ROWS_PER_FRAME = 16_384

/**
 * Planes of bytes hold few repeats for a compressor to find: coding runs and bytes is as small as the default, at a
 * fourth of its time; and a small memory keeps the codes of unlike planes apart.
 */
const DEFLATE = { strategy: constants.Z_RLE, memLevel: 6 }

const deflateAside = promisify(deflateRaw)

/** The frames of a block as they are: quick to write, for what is soon written anew. */
export function plainFrames(block: StrikeBlock): Uint8Array {
  return Buffer.concat(slices(block).map((slice) => plainFrame(writeBlock(slice))))
}

/** The frames of a block, packed at once. */
export function packedFrames(block: StrikeBlock): Uint8Array {
  return Buffer.concat(slices(block).map((slice) => packedFrame(deflateRawSync(writeBlock(slice), DEFLATE))))
}

/** The frames of a block, packed in another thread while this one goes on. */
export async function packAside(block: StrikeBlock): Promise<Uint8Array> {
  const frames: Uint8Array[] = []
  for (const slice of slices(block)) frames.push(packedFrame(await deflateAside(writeBlock(slice), DEFLATE)))
  return Buffer.concat(frames)
}

/** The blocks of stored frames. Throws where they can't be read. */
export function blocksOf(frames: Uint8Array): StrikeBlock[] {
  return [...blocksIn(frames)]
}

/** The same one by one, each unpacked when it is asked for, in some milliseconds. */
export function* blocksIn(frames: Uint8Array): Generator<StrikeBlock, void, void> {
  const unpack = (body: Uint8Array) => inflateRawSync(body, { maxOutputLength: BODY_MAX_BYTES })
  for (const { kind, packing, body } of readFrames(frames)) {
    if (kind === 'strikes') yield readBlock(packing === 'plain' ? body : unpack(body))
  }
}

/** Tells whether stored bytes are what was stored: SQLite does not. */
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
