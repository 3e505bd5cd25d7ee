import type { StrikeRecord } from '../../contract/lightning.ts'
import { filterBlock, recordsOf } from '../../core/strikes/strike-block.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { StrikeReader } from './strike-reader.ts'

/** Strikes since that time, Unix ms, oldest first, with full precision. */
export async function recordsSince(
  strikes: Pick<StrikeReader, 'minutes' | 'block'>,
  ms: number,
): Promise<StrikeRecord[]> {
  const records: StrikeRecord[] = []
  for (const minute of await strikes.minutes(ms, Number.MAX_SAFE_INTEGER)) {
    const block = await strikes.block(minute)
    if (!block) continue
    const sinceNs = (ms - minute * MINUTE_MS) * 1e6
    const chosen = filterBlock(block, (i) => block.offsetsNs[i]! >= sinceNs)
    for (const record of recordsOf(chosen, { exact: true })) records.push(record)
  }
  return records
}

/**
 * Strikes before `beforeMs` that arrived when a strike after `afterMs` was already known, Unix ms, with full precision.
 */
export async function lateRecords(
  strikes: Pick<StrikeReader, 'late'>,
  afterMs: number,
  beforeMs: number,
): Promise<StrikeRecord[]> {
  const records: StrikeRecord[] = []
  const after = (id: number) => strikes.late(afterMs, beforeMs, id)
  for (let piece = await after(0); piece; piece = await after(piece.id)) {
    for (const record of recordsOf(piece.block, { exact: true })) records.push(record)
  }
  return records
}
