import { setImmediate } from 'node:timers/promises'
import { stringifyJsonExact } from '../../../contract/json-exact.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import type { ReportRecord } from '../../../contract/metar.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'

// A strike is written when its batch goes out and again in each REST answer of the next five minutes; writing digits
// exactly costs a call per value, so the text is kept for as long as the source keeps the record.
const texts = new WeakMap<StrikeRecord, string>()

const textOf = (record: StrikeRecord) => heldOrMade(texts, record, () => stringifyJsonExact(record))

/** JSON text of a list of strikes, each digit of `time` as it came. */
export function strikesJson(records: readonly StrikeRecord[]): string {
  return `[${records.map(textOf).join(',')}]`
}

/** Written in a few milliseconds. */
export const RECORDS_PER_TURN = 500

/** The same for many: between so many of them everybody else has a turn. */
export async function manyStrikesJson(
  records: readonly StrikeRecord[],
  turn: () => Promise<unknown> = () => setImmediate(),
): Promise<string> {
  const parts: string[] = []
  for (let from = 0; from < records.length; from += RECORDS_PER_TURN) {
    if (from > 0) await turn()
    parts.push(
      records
        .slice(from, from + RECORDS_PER_TURN)
        .map(textOf)
        .join(','),
    )
  }
  return `[${parts.join(',')}]`
}

/** JSON text of a list of reports; DL §4.4: raw outputs carry the record without its `parsed` block. */
export function reportsJson(records: readonly ReportRecord[], parsed: boolean): string {
  return stringifyJsonExact(parsed ? records : records.map(({ parsed: _, ...raw }) => raw))
}
