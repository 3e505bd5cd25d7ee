import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DaySums, HourSums } from '../../core/accumulations/hour-sums.ts'

/** No sum that we write comes near it. */
const UNPACKED_MAX_BYTES = 256 * 2 ** 20

/** Keys grow: steps from one to the next are small numbers, which pack well. */
function inSteps<Sums extends HourSums | DaySums>(sums: Sums): Sums {
  const { keys } = sums.cells
  return { ...sums, cells: { ...sums.cells, keys: keys.map((key, i) => key - (keys[i - 1] ?? 0)) } }
}

export function packSums(sums: HourSums | DaySums): Uint8Array {
  return packJson(inSteps(sums))
}

/** Of what this build packed, or another one; null where it can't be read here: then nothing is known of that time. */
export function readSums<Sums extends HourSums | DaySums>(body: Uint8Array): Sums | null {
  const sums = readJson<Sums>(body)
  if (!Array.isArray(sums?.cells?.keys)) return null
  let key = 0
  const keys = sums.cells.keys.map((step) => {
    key += step
    return key
  })
  return { ...sums, cells: { ...sums.cells, keys } }
}

export function packJson(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value))
}

/** As `readSums`, of what `packJson` packed. */
export function readJson<Value>(body: Uint8Array): Value | null {
  try {
    return JSON.parse(inflateRawSync(body, { maxOutputLength: UNPACKED_MAX_BYTES }).toString()) as Value
  } catch {
    return null
  }
}
