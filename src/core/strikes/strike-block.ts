import type { StrikeRecord } from '../../contract/lightning.ts'
import {
  isStyle,
  readInstant,
  STYLE_ABSENT,
  STYLE_NULL,
  STYLE_RAW,
  unitsPerSecond,
  writeInstant,
} from '../time/instant-text.ts'

const NS_PER_SECOND = 1_000_000_000
const NS_PER_SECOND_EXACT = 1_000_000_000n

/** A cell of a column; `undefined` if the record lacks the field. */
export type Value = number | string | null | undefined

/** Fields stored unchanged: a new field of strikes belongs here. */
const PLAIN = ['alt', 'pol', 'mds', 'mcg', 'status', 'region'] as const

/**
 * The documented fields of a record except `time` (DL §2.1). Each of the two times is two columns: its text style
 * (`…As`, see `instant-text.ts`), and its offset from the strike in that style's units; or the text itself.
 */
export const COLUMNS = ['lat', 'lon', ...PLAIN, 'observedAs', 'observed', 'arrivedAs', 'arrived'] as const
export type ColumnName = (typeof COLUMNS)[number]

/** Strikes in columns, in time order; documented fields can be restored digit for digit. */
export interface StrikeBlock {
  /** Unix seconds. */
  baseS: number
  /** Nanoseconds after the base. */
  offsetsNs: Float64Array
  columns: Record<ColumnName, Value[]>
}

/** Unix seconds of `time` and the nanoseconds after them. A number is taken as the double it is. */
export function splitTime(time: number | bigint): { second: number; ns: number } {
  const exact = typeof time === 'bigint' ? time : BigInt(Math.round(time))
  const second = exact / NS_PER_SECOND_EXACT
  return { second: Number(second), ns: Number(exact - second * NS_PER_SECOND_EXACT) }
}

/** Converts records to columns. Times should be within a few minutes of `baseS`. */
export function blockOf(records: readonly StrikeRecord[], baseS: number): StrikeBlock {
  const offsetsNs = new Float64Array(records.length)
  const columns = emptyColumns()
  records.forEach((record, i) => {
    const { second, ns } = splitTime(record.time)
    const offsetNs = (second - baseS) * NS_PER_SECOND + ns
    offsetsNs[i] = offsetNs
    columns.lat.push(record.lat)
    columns.lon.push(record.lon)
    for (const name of PLAIN) columns[name].push(record[name])
    pushInstant(columns.observedAs, columns.observed, record.obser_datetime, offsetNs, baseS)
    pushInstant(columns.arrivedAs, columns.arrived, record.arrived_at, offsetNs, baseS)
  })
  return inOrder({ baseS, offsetsNs, columns })
}

/**
 * Records of a block, all rows or those in [from, to); `exact` ones have every digit of `time`, others a double, as
 * from `JSON.parse`.
 */
export function recordsOf(block: StrikeBlock, options: { exact: boolean; from?: number; to?: number }): StrikeRecord[] {
  const { baseS, offsetsNs, columns } = block
  const { lat, lon, alt, pol, mds, mcg, status, region } = columns
  const baseNs = BigInt(baseS) * NS_PER_SECOND_EXACT
  const records: StrikeRecord[] = []
  const { from = 0, to = offsetsNs.length } = options
  for (let i = from; i < to; i++) {
    const offsetNs = offsetsNs[i]!
    // A whole second in nanoseconds is a multiple of 512 and thus an exact double: the sum is rounded once, like
    // `JSON.parse`.
    const time = options.exact ? baseNs + BigInt(offsetNs) : baseS * NS_PER_SECOND + offsetNs
    const record: StrikeRecord = { time, lat: lat[i] as number, lon: lon[i] as number }
    const observed = instantOf(columns.observedAs[i], columns.observed[i], offsetNs, baseS)
    if (observed !== undefined) record.obser_datetime = observed
    // Each field of `PLAIN`, spelled out: dynamic keys take twice as long.
    if (alt[i] !== undefined) record.alt = alt[i] as number | null
    if (pol[i] !== undefined) record.pol = pol[i] as number | null
    if (mds[i] !== undefined) record.mds = mds[i] as number | null
    if (mcg[i] !== undefined) record.mcg = mcg[i] as number | null
    if (status[i] !== undefined) record.status = status[i] as number | string | null
    if (region[i] !== undefined) record.region = region[i] as number | string | null
    const arrived = instantOf(columns.arrivedAs[i], columns.arrived[i], offsetNs, baseS)
    if (arrived !== undefined) record.arrived_at = arrived
    records.push(record)
  }
  return records
}

/** Merges blocks with the same base. */
export function mergeBlocks(blocks: readonly StrikeBlock[]): StrikeBlock {
  const [first] = blocks
  if (!first) throw new Error('There is no block to merge.')
  if (blocks.length === 1) return first
  const stray = blocks.find(({ baseS }) => baseS !== first.baseS)
  if (stray) throw new Error(`Unexpected base of a block: ${stray.baseS} beside ${first.baseS}.`)
  const offsetsNs = new Float64Array(blocks.reduce((sum, block) => sum + block.offsetsNs.length, 0))
  let at = 0
  for (const block of blocks) {
    offsetsNs.set(block.offsetsNs, at)
    at += block.offsetsNs.length
  }
  const columns = emptyColumns()
  for (const name of COLUMNS) columns[name] = blocks.flatMap((block) => block.columns[name])
  return inOrder({ baseS: first.baseS, offsetsNs, columns })
}

/** The rows of a block by indices, in that order. */
export function rowsOf(block: StrikeBlock, indices: ArrayLike<number>): StrikeBlock {
  const { baseS, offsetsNs, columns } = block
  const chosen = emptyColumns()
  for (const name of COLUMNS) {
    const from = columns[name]
    const to = chosen[name]
    for (let i = 0; i < indices.length; i++) to.push(from[indices[i]!])
  }
  return { baseS, offsetsNs: Float64Array.from(indices, (i) => offsetsNs[i]!), columns: chosen }
}

/** Rows selected by index; the block itself if all are. */
export function filterBlock(block: StrikeBlock, isWanted: (i: number) => boolean): StrikeBlock {
  const indices: number[] = []
  for (let i = 0; i < block.offsetsNs.length; i++) if (isWanted(i)) indices.push(i)
  return indices.length === block.offsetsNs.length ? block : rowsOf(block, indices)
}

export function emptyColumns(): Record<ColumnName, Value[]> {
  return Object.fromEntries(COLUMNS.map((name) => [name, []])) as unknown as Record<ColumnName, Value[]>
}

export function isColumnName(name: string): name is ColumnName {
  return (COLUMNS as readonly string[]).includes(name)
}

/**
 * All columns with this number of rows: missing ones are absent, and so is a time with a missing half. Throws for a row
 * without a position.
 */
export function filledColumns(found: Partial<Record<ColumnName, Value[]>>, count: number): StrikeBlock['columns'] {
  const isWithin = (most: number) => (value: Value) => typeof value === 'number' && Math.abs(value) <= most
  if (!found.lat?.every(isWithin(90)) || !found.lon?.every(isWithin(180)))
    throw new Error('Unexpected strike without a place.')
  const absent = (value: Value) => new Array<Value>(count).fill(value)
  const columns = emptyColumns()
  for (const name of COLUMNS) columns[name] = found[name] ?? absent(undefined)
  for (const [style, units] of [
    ['observedAs', 'observed'],
    ['arrivedAs', 'arrived'],
  ] as const) {
    if (found[style] && found[units]) continue
    columns[style] = absent(STYLE_ABSENT)
    columns[units] = absent(0)
  }
  return columns
}

function inOrder(block: StrikeBlock): StrikeBlock {
  const { offsetsNs } = block
  let sorted = true
  for (let i = 1; i < offsetsNs.length && sorted; i++) sorted = offsetsNs[i - 1]! <= offsetsNs[i]!
  if (sorted) return block
  const order = Uint32Array.from(offsetsNs, (_, i) => i)
  return rowsOf(
    block,
    order.sort((a, b) => offsetsNs[a]! - offsetsNs[b]! || a - b),
  )
}

function pushInstant(
  styles: Value[],
  values: Value[],
  text: string | null | undefined,
  offsetNs: number,
  baseS: number,
): void {
  if (typeof text !== 'string') {
    styles.push(text === null ? STYLE_NULL : STYLE_ABSENT)
    values.push(0)
    return
  }
  const instant = readInstant(text, baseS)
  styles.push(instant?.style ?? STYLE_RAW)
  values.push(instant ? instant.units - strikeUnits(instant.style, offsetNs) : text)
}

/** A time as originally written; undefined without one. */
export function instantOf(style: Value, value: Value, offsetNs: number, baseS: number): string | null | undefined {
  if (style === STYLE_ABSENT) return undefined
  if (style === STYLE_NULL) return null
  if (style === STYLE_RAW) return String(value)
  // Another version may have further styles.
  if (!isStyle(style) || typeof value !== 'number') return undefined
  return writeInstant({ style, units: value + strikeUnits(style, offsetNs) }, baseS)
}

/** The strike's own time in whole units of a style. */
export function strikeUnits(style: number, offsetNs: number): number {
  return Math.floor(offsetNs / (NS_PER_SECOND / unitsPerSecond(style)))
}
