import type { Box } from '../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { MinuteCounts } from '../../history/minute-cells.ts'
import type { StrikeReader } from '../../history/strike-reader.ts'
import type { WorkScheduler } from './work-scheduler.ts'

/** Cached minutes are counted in batches of this size. */
const MINUTES_AT_ONCE = 64

/** Strike counts per step of a period, everywhere or in `box`; whole minutes. Yields to other readers. */
export async function countSteps(
  deps: { strikes: Pick<StrikeReader, 'counts' | 'minutes'>; cells: MinuteCounts; turns: WorkScheduler; asker: string },
  wanted: { fromMs: number; toMs: number; stepMs: number; box: Box | undefined },
  signal: AbortSignal,
): Promise<number[]> {
  const { strikes, cells, turns, asker } = deps
  const { fromMs, toMs, stepMs, box } = wanted
  const counts = new Array<number>(Math.ceil((toMs - fromMs) / stepMs)).fill(0)
  const add = (minute: number, count: number) => {
    const bin = Math.floor((minute * MINUTE_MS - fromMs) / stepMs)
    if (bin < counts.length) counts[bin]! += count
  }
  if (!box) {
    for (const [minute, count] of await strikes.counts(fromMs, toMs)) add(minute, count)
    return counts
  }
  const within = cells.within(box)
  for (const [i, minute] of (await strikes.minutes(fromMs, toMs)).entries()) {
    if (signal.aborted) break
    const isLong = i % MINUTES_AT_ONCE === 0 || !cells.isHeld(minute)
    add(minute, await (isLong ? turns.take(asker, () => within(minute)) : within(minute)))
  }
  return counts.map(Math.round)
}
