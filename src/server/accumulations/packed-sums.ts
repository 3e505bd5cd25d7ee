import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DaySums, HourSums } from '../../core/accumulations/hour-sums.ts'

/** Far above any sum we write. */
const UNPACKED_MAX_BYTES = 256 * 2 ** 20

/** Delta-encodes ascending keys: small numbers compress well. */
function inSteps<Sums extends HourSums | DaySums>(sums: Sums): Sums {
  const { keys } = sums.cells
  return { ...sums, cells: { ...sums.cells, keys: keys.map((key, i) => key - (keys[i - 1] ?? 0)) } }
}

export function packSums(sums: HourSums | DaySums): Uint8Array {
  return packJson(inSteps(sums))
}

/** Reads sums of this or a compatible version; null if they are unreadable, which counts as not observed. */
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

/** Like `readSums`, for data written by `packJson`. */
export function readJson<Value>(body: Uint8Array): Value | null {
  try {
    return JSON.parse(inflateRawSync(body, { maxOutputLength: UNPACKED_MAX_BYTES }).toString()) as Value
  } catch {
    return null
  }
}
