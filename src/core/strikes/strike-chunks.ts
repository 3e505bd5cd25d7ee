import { type ColumnHead, readColumn, readNumbers, writeColumn, writeNumbers } from './column-bytes.ts'
import { COLUMNS, type ColumnName, filledColumns, isColumnName, type StrikeBlock, type Value } from './strike-block.ts'

/**
 * Binary format of strikes, on disk and on the wire (`application/octet-stream` of `/api/strikes`). A sequence of
 * frames, each of 8 bytes and a body:
 *
 *     byte 0      kind: 'H' head, 'S' strikes, 'E' end
 *     byte 1      packing of the body: 0 none, 1 deflate-raw
 *     bytes 2, 3  zero
 *     bytes 4–7   length of the body, little-endian
 *
 * The body of 'H' is JSON, that of 'E' is empty. That of 'S', unpacked, is the length of a JSON head as four
 * little-endian bytes, the head, and the columns' bytes in the head's order (`column-bytes.ts`). Other versions may
 * write further kinds of frames, each a capital letter, and further columns: unknown ones are skipped, missing ones are
 * absent.
 */
export const FRAME_HEAD_BYTES = 8

export type FrameKind = 'head' | 'strikes' | 'end'
export type Packing = 'plain' | 'deflate-raw'

export interface Frame {
  kind: FrameKind
  packing: Packing
  body: Uint8Array
}

/** Above any frame ever written: larger lengths are invalid. */
export const BODY_MAX_BYTES = 64 * 1024 * 1024
/** Far above the rows of any frame: rows of equal values take no bytes, so that their number must be bounded. */
const ROWS_MAX = 1_048_576
const KINDS: Record<FrameKind, number> = { head: 0x48, strikes: 0x53, end: 0x45 }
const LETTER_A = 0x41
const LETTER_Z = 0x5a
const PACKINGS: Packing[] = ['plain', 'deflate-raw']

export function writeFrame({ kind, packing, body }: Frame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FRAME_HEAD_BYTES + body.length)
  bytes[0] = KINDS[kind]
  bytes[1] = PACKINGS.indexOf(packing)
  new DataView(bytes.buffer).setUint32(4, body.length, true)
  bytes.set(body, FRAME_HEAD_BYTES)
  return bytes
}

/** The known frames of `bytes`, not copied. Throws for invalid bytes or a truncated frame. */
export function readFrames(bytes: Uint8Array): Frame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + FRAME_HEAD_BYTES > bytes.length) throw new Error('Unexpected end within the head of a frame.')
    const letter = bytes[at]!
    const kind = (Object.keys(KINDS) as FrameKind[]).find((name) => KINDS[name] === letter)
    const packing = PACKINGS[bytes[at + 1]!]
    const length = view.getUint32(at + 4, true)
    const isUnknown = !kind && letter >= LETTER_A && letter <= LETTER_Z && view.getUint16(at + 2) === 0
    if (!(isUnknown || (kind && packing)) || length > BODY_MAX_BYTES)
      throw new Error(`Unexpected head of a frame at byte ${at}.`)
    const start = at + FRAME_HEAD_BYTES
    if (start + length > bytes.length) throw new Error(`Unexpected end within a frame of ${length} bytes.`)
    if (kind && packing) frames.push({ kind, packing, body: bytes.subarray(start, start + length) })
    at = start + length
  }
  return frames
}

/** Differences in `unit` nanoseconds between strikes, the first from `first` nanoseconds after the base. */
interface TimeHead {
  unit: number
  first: number
  min: number
  bytes: number
}

interface BlockHead {
  base: number
  count: number
  time: TimeHead
  columns: Record<string, ColumnHead>
}

/** Candidate time units, nanoseconds; the coarsest exact one is used. */
const UNITS_NS = [1_000_000, 100_000, 10_000, 1_000, 100, 10, 1]

/** The body of a 'strikes' frame, not packed. */
export function writeBlock(block: StrikeBlock): Uint8Array {
  const parts: Uint8Array[] = []
  const time = writeTimes(block.offsetsNs, parts)
  const columns: BlockHead['columns'] = {}
  for (const name of COLUMNS) columns[name] = writeColumn(block.columns[name], parts)
  const head: BlockHead = { base: block.baseS, count: block.offsetsNs.length, time, columns }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 4 + text.length))
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  bytes.set(text, 4)
  let at = 4 + text.length
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Reads an unpacked body of a 'strikes' frame. Throws if it is invalid, or has no positions. */
export function readBlock(body: Uint8Array): StrikeBlock {
  const length = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + length))) as BlockHead
  const { base: baseS, count } = head
  const isHead = Number.isSafeInteger(baseS) && Number.isInteger(count) && count >= 0 && count <= ROWS_MAX
  if (!isHead) throw new Error('Unexpected head of strikes.')
  let at = 4 + length
  const { numbers: offsetsNs, end } = readNumbers(head.time, body, at, count)
  at = end
  let sum = head.time.first
  for (let i = 0; i < count; i++) {
    sum += offsetsNs[i]! * head.time.unit
    if (!Number.isSafeInteger(sum)) throw new Error('Unexpected time of a strike.')
    offsetsNs[i] = sum
  }
  const found: Partial<Record<ColumnName, Value[]>> = {}
  for (const [name, columnHead] of Object.entries(head.columns)) {
    const { values, end: next } = readColumn(columnHead, body, at, count)
    if (isColumnName(name) && values) found[name] = values
    at = next
  }
  if (at !== body.length) throw new Error(`Unexpected length of strikes: ${body.length} bytes, ${at} read.`)
  return { baseS, offsetsNs, columns: filledColumns(found, count) }
}

function writeTimes(offsetsNs: Float64Array, parts: Uint8Array[]): TimeHead {
  const first = offsetsNs[0] ?? 0
  const unit = UNITS_NS.find((each) => offsetsNs.every((offset) => (offset - first) % each === 0)) ?? 1
  const steps = new Float64Array(offsetsNs.length)
  for (let i = 1; i < offsetsNs.length; i++) steps[i] = (offsetsNs[i]! - offsetsNs[i - 1]!) / unit
  return { unit, first, ...writeNumbers(steps, parts) }
}
