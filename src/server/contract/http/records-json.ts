import { stringifyJsonExact } from '../../../contract/json-exact.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import type { ReportRecord } from '../../../contract/metar.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'

// A strike is written when its batch goes out and again in each REST answer of the next five minutes; writing digits
// exactly costs a call per value, so the text is kept for as long as the source keeps the record.
const texts = new WeakMap<StrikeRecord, string>()

/** JSON text of a list of strikes, each digit of `time` as it came. */
export function strikesJson(records: readonly StrikeRecord[]): string {
  return `[${records.map((record) => heldOrMade(texts, record, () => stringifyJsonExact(record))).join(',')}]`
}

/** JSON text of a list of reports; DL §4.4: raw outputs carry the record without its `parsed` block. */
export function reportsJson(records: readonly ReportRecord[], parsed: boolean): string {
  return stringifyJsonExact(parsed ? records : records.map(({ parsed: _, ...raw }) => raw))
}
