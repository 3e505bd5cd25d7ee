import type { Box } from '../../../../core/geo/geo.ts'
import {
  chosenBy,
  STRIKE_DISPLAY_DEFAULT,
  type StrikeDisplayOptions,
} from '../../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import type { LiveData } from '../../../live/live-data.ts'
import type { ServerConnection } from '../../../live/server-connection.ts'
import type { LightningFacts } from './lightning-status.ts'

/** The parts of the connection that are read. */
type Source = Pick<ServerConnection, 'strikes' | 'clock'> & { live: Pick<LiveData, 'strikes'> }

/** The facts of the live strikes; `view` is the bounds of the map, null if those in view are not counted. */
export function lightningFacts(
  { strikes: feed, clock, live }: Source,
  view: Box | null,
  windowMinutes: number,
  choice: StrikeDisplayOptions = STRIKE_DISPLAY_DEFAULT,
): LightningFacts {
  const { columns } = live.strikes
  const nowMs = clock.now()
  const windowMs = windowMinutes * MINUTE_MS
  const sinceMs = nowMs - windowMs
  columns.expire(nowMs)
  feed.reachBack(windowMs)
  const { records } = choice
  return {
    line: live.strikes.line.state(),
    nowMs,
    windowMinutes,
    count: columns.countSince(sinceMs, null, { records }),
    counted: records ? 'records' : 'strokes',
    shown: choice.weak === 'hidden' ? columns.countSince(sinceMs, null, chosenBy(choice)) : null,
    inView: view && columns.countSince(sinceMs, view, { records }),
    newestMs: columns.latestMs,
    delayMs: live.strikes.delays.medianMs(nowMs),
    observedMs: live.strikes.observed.observedMs(sinceMs, nowMs, live.strikes.heardMs(nowMs)),
    isLoading: live.strikes.isLoading(sinceMs, nowMs),
    isUnread: live.strikes.isUnread(sinceMs, nowMs),
    cutToMs: columns.cutToMs,
  }
}
