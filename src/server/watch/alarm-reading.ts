import { ALARMS_TOLD_MAX } from '../../contract/watch/alarms.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { AlarmQuery, KeptAlarm, WatchStore } from '../history/watch-store.ts'

/** Does a piece of work on the past when its turn has come. */
export type InTurn = <T>(piece: () => Promise<T>) => Promise<T>

/** Those of a stormy season are looked through in some milliseconds. */
const PIECE_MS = 4 * DAY_MS
/** Of a log that is about to be let go of, and of clocks that are behind. */
const SPARE_MS = 2 * DAY_MS

/**
 * Alarms, the newest first. What an index does not answer is looked for four days at a time, each in a turn of its own:
 * a log of years takes seconds to search, and what is live does not wait for that. `keepMs` is how long it is kept.
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
    const piece = { ...query, fromMs, ...(toMs !== undefined && { toMs }), limit: limit - found.length }
    found.push(...(await inTurn(() => store.alarms(piece))))
    toMs = fromMs
  }
  return found
}
