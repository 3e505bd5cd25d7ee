import { LRUCache } from 'lru-cache'
import type { PlacedStrike } from '../../core/levels/place-ladder.ts'
import type { Place } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import type { WorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'

type Kept = Pick<History, 'strikes'>
/** Caller for fair scheduling. */
export interface Reader {
  turns: Pick<WorkScheduler, 'take'>
  asker: string
}

/** Reads stored strikes of a period, a minute per turn, in order. */
export async function visitStrikes(
  { strikes }: Kept,
  { fromMs, toMs }: Span,
  { turns, asker }: Reader,
  visit: (timeMs: number, lat: number, lon: number) => void,
): Promise<void> {
  for (const minute of await strikes.minutes(fromMs, toMs)) {
    await turns.take(asker, async () => {
      const block = await strikes.block(minute)
      if (!block) return
      const { lat, lon } = block.columns
      block.offsetsNs.forEach((ns, i) => {
        // Milliseconds, the precision of the API.
        const timeMs = block.baseS * 1_000 + Math.floor(ns / 1e6)
        if (timeMs >= fromMs && timeMs < toMs) visit(timeMs, Number(lat[i]), Number(lon[i]))
      })
    })
  }
}

/** Users compare rules at the same place. */
const PLACES_HELD = 8
/** Older minutes are sealed. */
const SEALED_AFTER_MS = 20 * MINUTE_MS

interface Held {
  sinceMs: number
  /** End of the cached period. */
  toMs: number
  strikes: PlacedStrike[]
}

/** Stored strikes around places in time order, cached between requests. */
export function createStrikesAround(history: Kept, turns: Reader['turns']) {
  const held = new LRUCache<string, Held>({ max: PLACES_HELD })

  return async (place: Place, withinKm: number, { fromMs, toMs }: Span, asker: string): Promise<PlacedStrike[]> => {
    const shape = shapeOf(place.geometry)
    const key = JSON.stringify([place.id, place.geometry, withinKm])
    const known = held.get(key)
    const isKnown = known !== undefined && known.sinceMs <= fromMs
    const strikes = isKnown ? [...known.strikes] : []
    const readFromMs = isKnown ? known.toMs : fromMs
    await visitStrikes(
      { strikes: history.strikes },
      { fromMs: readFromMs, toMs },
      { turns, asker },
      (timeMs, lat, lon) => {
        const km = shape.kmFrom({ lat, lon }, withinKm)
        if (km <= withinKm) strikes.push({ timeMs, km })
      },
    )
    strikes.sort((a, b) => a.timeMs - b.timeMs)
    const sealedMs = toMs - SEALED_AFTER_MS
    if (sealedMs > readFromMs) {
      const settled = strikes.filter(({ timeMs }) => timeMs < sealedMs)
      held.set(key, { sinceMs: isKnown ? known.sinceMs : fromMs, toMs: sealedMs, strikes: settled })
    }
    return strikes.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
  }
}
