import { setImmediate } from 'node:timers/promises'
import { stringifyJsonExact } from '../../../contract/json-exact.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import type { ReportRecord } from '../../../contract/metar.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'

// A strike is serialized for its batch and again for each REST response of the next five minutes; exact digits cost a
// call per value, so the text is cached for the lifetime of the record.
const texts = new WeakMap<StrikeRecord, string>()

const textOf = (record: StrikeRecord) => heldOrMade(texts, record, () => stringifyJsonExact(record))

/** JSON text of a list of strikes, with the digits of `time` as received. */
export function strikesJson(records: readonly StrikeRecord[]): string {
  return `[${records.map(textOf).join(',')}]`
}

/** Takes a few milliseconds. */
export const RECORDS_PER_TURN = 500

/** The same for long lists: yields to other work after each group. */
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

/** JSON text of a list of reports; DL §4.4: raw output omits the `parsed` block. */
export function reportsJson(records: readonly ReportRecord[], parsed: boolean): string {
  return stringifyJsonExact(parsed ? records : records.map(({ parsed: _, ...raw }) => raw))
}
