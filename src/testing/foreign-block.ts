import { writeColumn, writeNumbers } from '../core/strikes/column-bytes.ts'
import type { Value } from '../core/strikes/strike-block.ts'

/** A column as its head describes it, with bytes that follow. */
interface ForeignColumn {
  head: object
  bytes: Uint8Array
}

/**
 * The body of a strike frame as another build might write it: these columns in this order, with values or in an unknown
 * form. Strikes are a second apart.
 */
export function foreignBlock(
  baseS: number,
  count: number,
  columns: Record<string, Value[] | ForeignColumn>,
): Uint8Array {
  const parts: Uint8Array[] = []
  const steps = Float64Array.from({ length: count }, (_, i) => Math.min(i, 1) * 1e9)
  const time = { unit: 1, first: 0, ...writeNumbers(steps, parts) }
  const heads = Object.entries(columns).map(([name, column]) => {
    if (Array.isArray(column)) return [name, writeColumn(column, parts)]
    parts.push(column.bytes)
    return [name, column.head]
  })
  const head = new TextEncoder().encode(
    JSON.stringify({ base: baseS, count, time, columns: Object.fromEntries(heads) as object }),
  )
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, head.length, true)
  return Buffer.concat([length, head, ...parts])
}
