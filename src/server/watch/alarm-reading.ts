import { ALARMS_TOLD_MAX } from '../../contract/watch/alarms.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { AlarmQuery, KeptAlarm, WatchStore } from '../history/watch-store.ts'

/** Runs a piece of history work in its scheduler slot. */
export type InTurn = <T>(piece: () => Promise<T>) => Promise<T>

/** Four days of a stormy season are searched in some milliseconds. */
const PIECE_MS = 4 * DAY_MS
/** Margin for a log about to be pruned, and for clocks that are behind. */
const SPARE_MS = 2 * DAY_MS

/**
 * Alarms, newest first. Searches without an index run four days at a time, each in a separate turn: searching a log of
 * years takes seconds and must not delay live data. `keepMs` is the retention.
 */
export async function readAlarms(
  store: Pick<WatchStore, 'alarms'>,
  query: Omit<AlarmQuery, 'afterRev'>,
  { inTurn, nowMs, keepMs }: { inTurn: InTurn; nowMs: number; keepMs: number },
): Promise<KeptAlarm[]> {
  const { limit, search, stages, steps, ladder, levels, acknowledged } = query
  const isFiltered = [search, stages, steps, ladder, levels, acknowledged].some((filter) => filter !== undefined)
  if (!isFiltered && limit <= ALARMS_TOLD_MAX) return inTurn(() => store.alarms(query))

  const found: KeptAlarm[] = []
  const beginMs = Math.max(query.fromMs ?? 0, nowMs - keepMs - SPARE_MS)
  let { toMs } = query
  let fromMs = Math.min(toMs ?? nowMs, nowMs)
  while (fromMs > beginMs && found.length < limit) {
    fromMs = Math.max(beginMs, fromMs - PIECE_MS)
    const piece = { ...query, fromMs, toMs, limit: limit - found.length }
    found.push(...(await inTurn(() => store.alarms(piece))))
    toMs = fromMs
  }
  return found
}
