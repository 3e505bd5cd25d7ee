import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { type Fault, faultOf, problemAt, problemText } from '../core/problems/problem.ts'

/** No file of settings comes near it. */
const FILE_BYTES = 64 * 1024 * 1024

/** A file that is there and is no text. Its fault repeats nothing of what the file holds. */
export class TextFileError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(problemText(problemAt(fault)))
    this.fault = fault
  }
}

const BYTE_ORDER_MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16 (little-endian)', [0xff, 0xfe]],
  ['UTF-16 (big-endian)', [0xfe, 0xff]],
]

/** The text of bytes in UTF-8, without the byte order mark that some editors begin it with. Throws `TextFileError`. */
export function textOf(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))
  if (marked) throw new TextFileError(faultOf('encoding', { encoding: marked[0] }))
  const nul = bytes.indexOf(0)
  if (nul >= 0) throw new TextFileError(faultOf('encoding-nul', { byte: nul + 1 }))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const at = firstNotUtf8(bytes)
    throw new TextFileError(faultOf('encoding-other', { byte: at + 1, line: lineOf(bytes, at) }))
  }
}

/** How many bytes from the beginning are UTF-8. */
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

/** A character that is cut off at the end counts as one. */
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
      // It is empty now.
    }
  }
}

function lineOf(bytes: Uint8Array, at: number): number {
  return bytes.subarray(0, at).filter((byte) => byte === 10).length + 1
}

/** Reads a file of settings. Throws `TextFileError` where it is no text, and the system's error where it can't be read. */
export function readTextFile(path: string): string {
  refuseLarge(statSync(path).size)
  return textOf(readFileSync(path))
}

/** The same without holding anything up. */
export async function readTextFileLater(path: string): Promise<string> {
  refuseLarge((await stat(path)).size)
  return textOf(await readFile(path))
}

function refuseLarge(bytes: number): void {
  if (bytes > FILE_BYTES) throw new TextFileError(faultOf('file-size', { bytes, most: FILE_BYTES }))
}
