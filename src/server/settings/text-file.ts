import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { type Fault, faultOf, problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { textOfBytes } from '../../core/problems/text-of-bytes.ts'

/** Far above any settings file. */
const FILE_BYTES = 64 * 1024 * 1024

/** The file exists but is not text. The fault quotes no content. */
export class TextFileError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(problemText(problemAt(fault)))
    this.fault = fault
  }
}

/** The text of bytes in UTF-8. Throws `TextFileError`. */
export function textOf(bytes: Uint8Array): string {
  const read = textOfBytes(bytes)
  if (!read.ok) throw new TextFileError(read.fault)
  return read.text
}

/** Reads a settings file. Throws `TextFileError` if it is not text, and the system's error if it cannot be read. */
export function readTextFile(path: string): string {
  refuseLarge(statSync(path).size)
  return textOf(readFileSync(path))
}

/** The same, asynchronously. */
export async function readTextFileLater(path: string): Promise<string> {
  refuseLarge((await stat(path)).size)
  return textOf(await readFile(path))
}

function refuseLarge(bytes: number): void {
  if (bytes > FILE_BYTES) throw new TextFileError(faultOf('file-size', { bytes, most: FILE_BYTES }))
}
