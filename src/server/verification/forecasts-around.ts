import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import type { ForecastOfPlace } from '../../core/verification/forecast-chances.ts'
import type { WorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import { unpackForecast } from './forecast-archive.ts'

/** As for strikes: users compare rules at the same place. */
const PLACES_HELD = 8
/** Decompressing the forecast of an outbreak takes milliseconds. */
const LOOKS_AT_ONCE = 5
/** A minute's forecast is archived before the next one. */
const SETTLED_AFTER_MS = 2 * MINUTE_MS

interface Held {
  sinceMs: number
  /** End of the cached period. */
  toMs: number
  told: ForecastOfPlace[]
}

/** Archived forecasts for places by minute, cached between requests. */
export function createForecastsAround({ scores }: Pick<History, 'scores'>, turns: Pick<WorkScheduler, 'take'>) {
  const held = new LRUCache<string, Held>({ max: PLACES_HELD })

  return async (placeId: string, { fromMs, toMs }: Span, asker: string): Promise<ForecastOfPlace[]> => {
    const known = held.get(placeId)
    const isKnown = known !== undefined && known.sinceMs <= fromMs
    const told = isKnown ? [...known.told] : []
    const first = Math.floor((isKnown ? known.toMs : fromMs) / MINUTE_MS)
    const last = Math.floor(toMs / MINUTE_MS)
    for (let minute = first; minute <= last; minute += LOOKS_AT_ONCE) {
      const until = Math.min(minute + LOOKS_AT_ONCE, last + 1)
      await turns.take(asker, async () => {
        for (const body of await scores.said(minute, until)) told.push(...toldOf(body, placeId))
      })
    }
    const settledMs = Math.floor((toMs - SETTLED_AFTER_MS) / MINUTE_MS) * MINUTE_MS
    const settled = told.filter(({ atMs }) => atMs < settledMs)
    held.set(placeId, { sinceMs: isKnown ? known.sinceMs : fromMs, toMs: settledMs, told: settled })
    return told.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  }
}

/** Empty if the archive is unreadable: the minute is then unknown. */
function toldOf(body: Uint8Array, placeId: string): ForecastOfPlace[] {
  try {
    const { atMs, isObserved, rings } = unpackForecast(body)
    if (!isObserved) return [{ atMs, rings: null }]
    return [{ atMs, rings: new Map(rings.flatMap(({ id, km, told }) => (id === placeId ? [[km, told]] : []))) }]
  } catch {
    return []
  }
}
