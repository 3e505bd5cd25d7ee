import type { Value } from './strike-block.ts'

/**
 * Columns as bytes. Numbers are stored in byte planes: the lowest byte of every row, then the next one, and so on, so
 * that similar bytes are adjacent for the compressor.
 */
export type ColumnHead =
  /** All rows have this value; absent if no record has the field. */
  | { as: 'one'; value?: Value }
  /** A row's value is `(min + its number in the planes) / 10^places`, except for the rows in `except`. */
  | { as: 'fixed'; places: number; min: number; bytes: number; except?: Exception[] }
  /** One byte per row: an index into `values`; `values.length` means absent. */
  | { as: 'pick'; values: Value[] }
  /** All values are in the head, as JSON. */
  | { as: 'json'; values: (Value | [])[] }

/** An unknown form of another version: skipped by its stated number of bytes. */
/** A row and its value; absent without one. */
type Exception = [row: number] | [row: number, value: Value]

/** Candidate decimal places: whole numbers, tenths to thousandths, micro-degrees, and finer. */
const PLACES = [0, 1, 3, 6, 7, 9]
/** Maximum share of exceptions. */
const EXCEPTION_SHARE = 1 / 16
const PICKS_MAX = 200

/** Describes a column and appends its bytes to `parts`. */
export function writeColumn(values: readonly Value[], parts: Uint8Array[]): ColumnHead {
  const [first] = values
  if (values.every((value) => Object.is(value, first)))
    return first === undefined ? { as: 'one' } : { as: 'one', value: first }
  return (
    writeFixed(values, parts) ??
    writePick(values, parts) ?? { as: 'json', values: values.map((value) => (value === undefined ? [] : value)) }
  )
}

function writeFixed(values: readonly Value[], parts: Uint8Array[]): ColumnHead | null {
  const most = Math.floor(values.length * EXCEPTION_SHARE)
  for (const places of PLACES) {
    const scale = 10 ** places
    const scaled = new Float64Array(values.length)
    const except: Exception[] = []
    for (let i = 0; i < values.length && except.length <= most; i++) {
      const value = values[i]
      const whole = typeof value === 'number' ? Math.round(value * scale) : Number.NaN
      if (Number.isSafeInteger(whole) && whole / scale === value) scaled[i] = whole
      else {
        scaled[i] = Number.NaN
        except.push(value === undefined ? [i] : [i, value])
      }
    }
    if (except.length > most) continue
    const { min, bytes } = writeNumbers(scaled, parts)
    return except.length > 0 ? { as: 'fixed', places, min, bytes, except } : { as: 'fixed', places, min, bytes }
  }
  return null
}

function writePick(values: readonly Value[], parts: Uint8Array[]): ColumnHead | null {
  const codes = new Map<Value, number>()
  for (const value of values) {
    if (value !== undefined && !codes.has(value)) codes.set(value, codes.size)
    if (codes.size > PICKS_MAX) return null
  }
  parts.push(Uint8Array.from(values, (value) => codes.get(value) ?? codes.size))
  return { as: 'pick', values: [...codes.keys()] }
}

/**
 * Reads a column of `count` rows from byte `at`; returns the start of the next one. An unknown form has no values.
 * Throws if it cannot be skipped.
 */
export function readColumn(
  head: ColumnHead,
  bytes: Uint8Array,
  at: number,
  count: number,
): { values: Value[] | null; end: number } {
  switch (head.as) {
    case 'one':
      return { values: new Array<Value>(count).fill(head.value), end: at }
    case 'json':
      if (head.values.length !== count)
        throw new Error(`Unexpected length of a column: ${head.values.length} of ${count}.`)
      return { values: head.values.map((value) => (Array.isArray(value) ? undefined : value)), end: at }
    case 'pick': {
      const values = Array.from(section(bytes, at, count), (code) => head.values[code])
      return { values, end: at + count }
    }
    case 'fixed': {
      if (!PLACES.includes(head.places)) throw new Error(`Unexpected decimal places of a column: ${head.places}.`)
      const { numbers, end } = readNumbers(head, bytes, at, count)
      const scale = 10 ** head.places
      const values: Value[] = new Array(count)
      for (let i = 0; i < count; i++) values[i] = numbers[i]! / scale
      for (const [row, value] of head.except ?? []) {
        if (!(row in values)) throw new Error(`Unexpected row of a column: ${row} of ${count}.`)
        values[row] = value
      }
      return { values, end }
    }
    default: {
      const { as, length } = head as { as?: unknown; length?: unknown }
      if (!Number.isSafeInteger(length) || Number(length) < 0) throw new Error(`Unexpected form of a column: ${as}.`)
      section(bytes, at, Number(length))
      return { values: null, end: at + Number(length) }
    }
  }
}

/** Appends the byte planes of integers; NaN is written as the minimum. */
export function writeNumbers(numbers: Float64Array, parts: Uint8Array[]): { min: number; bytes: number } {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const number of numbers) {
    if (number < min) min = number
    if (number > max) max = number
  }
  if (min > max) return { min: 0, bytes: 0 }
  const count = numbers.length
  let bytes = 0
  while (max - min >= 256 ** bytes) bytes++
  const planes = new Uint8Array(count * bytes)
  for (let i = 0; i < count; i++) {
    const above = Number.isNaN(numbers[i]!) ? 0 : numbers[i]! - min
    const low = above % 2 ** 32
    const high = (above - low) / 2 ** 32
    for (let plane = 0; plane < bytes; plane++) {
      planes[plane * count + i] = plane < 4 ? low >>> (8 * plane) : high >>> (8 * (plane - 4))
    }
  }
  parts.push(planes)
  return { min, bytes }
}

/** Inverse of `writeNumbers`. */
export function readNumbers(
  { min, bytes: width }: { min: number; bytes: number },
  bytes: Uint8Array,
  at: number,
  count: number,
): { numbers: Float64Array; end: number } {
  // Integers in a double have at most seven bytes.
  if (!Number.isFinite(min) || !Number.isInteger(width) || width < 0 || width > 7)
    throw new Error(`Unexpected numbers of a column: ${width} bytes each, from ${min}.`)
  const planes = section(bytes, at, count * width)
  const numbers = new Float64Array(count).fill(min)
  for (let plane = 0, weight = 1; plane < width; plane++, weight *= 256) {
    const from = plane * count
    for (let i = 0; i < count; i++) numbers[i]! += planes[from + i]! * weight
  }
  return { numbers, end: at + count * width }
}

function section(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length)
    throw new Error(`Unexpected end of a column: ${bytes.length} bytes of ${at + length}.`)
  return bytes.subarray(at, at + length)
}
