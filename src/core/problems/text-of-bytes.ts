import { type Fault, faultOf } from './problem.ts'

const BYTE_ORDER_MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16 (little-endian)', [0xff, 0xfe]],
  ['UTF-16 (big-endian)', [0xfe, 0xff]],
]

/** Decodes UTF-8 without a byte order mark; the fault of invalid bytes quotes none of them. */
export function textOfBytes(bytes: Uint8Array): { ok: true; text: string } | { ok: false; fault: Fault } {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))
  if (marked) return { ok: false, fault: faultOf('encoding', { encoding: marked[0] }) }
  const nul = bytes.indexOf(0)
  if (nul >= 0) return { ok: false, fault: faultOf('encoding-nul', { byte: nul + 1 }) }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const at = firstNotUtf8(bytes)
    return { ok: false, fault: faultOf('encoding-other', { byte: at + 1, line: lineOf(bytes, at) }) }
  }
}

/** Number of leading bytes that are valid UTF-8. */
function firstNotUtf8(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isUtf8(decoder, bytes.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

/** A character cut off at the end is accepted. */
function isUtf8(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  } finally {
    try {
      decoder.decode()
    } catch {
      // Reset.
    }
  }
}

function lineOf(bytes: Uint8Array, at: number): number {
  return bytes.subarray(0, at).filter((byte) => byte === 10).length + 1
}
