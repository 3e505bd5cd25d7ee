import { recordsOf } from '../../core/strikes/strike-block.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { SEGMENT } from '../../core/strikes/strike-ring.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { History } from '../history/history.ts'

const STROKES_MAX = 2 ** 20

/** Visits the strokes of a minute, counted since 1970; returns the number of records they consist of. */
export async function visitStrokes(
  { strikes }: Pick<History, 'strikes'>,
  minute: number,
  visit: (timeMs: number, lat: number, lon: number) => void,
): Promise<number> {
  const block = await strikes.block(minute)
  if (!block) return 0
  const count = block.offsetsNs.length
  // Records of a stroke lie within a fraction of a millisecond, so that minutes split hardly any stroke.
  const capacity = Math.min(STROKES_MAX, Math.ceil(count / SEGMENT) * SEGMENT)
  const columns = new StrikeColumns({ keptMs: 2 * MINUTE_MS, capacity })
  columns.push(recordsOf(block, { exact: false }), (minute + 1) * MINUTE_MS, false)
  columns.visit(columns.first, columns.end, (_, timeMs, lat, lon) => visit(timeMs, lat, lon))
  return count
}
