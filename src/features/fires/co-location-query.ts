import { queryOptions } from '@tanstack/react-query'
import { boxAround } from '../../core/box-around.ts'
import { CO_LOCATION_BEFORE_MS, CO_LOCATION_REACH_KM, type CoLocation, coLocation } from '../../core/co-location.ts'
import type { Fire } from '../../core/fire-cells.ts'
import { strikeTimeMs } from '../../core/strike.ts'
import type { Contract } from '../../shell/contract-context.ts'

export interface StrikesBefore extends CoLocation {
  /** How much of the day before the detection was watched. */
  observedMs: number
}

/** What struck around a fire on the day before its detection, by our own history: it costs no points. */
export function strikesBefore(past: Contract['past'], fire: Fire) {
  const period = { fromMs: fire.detectedAtMs - CO_LOCATION_BEFORE_MS, toMs: fire.detectedAtMs }
  return queryOptions({
    queryKey: ['strikes-before', fire.id, fire.detectedAtMs],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<StrikesBefore> => {
      const part = await past.strikes.read(period, signal, boxAround(fire, CO_LOCATION_REACH_KM))
      const strikes = []
      for await (const piece of part.pieces()) {
        for (const { time, lat, lon } of piece) strikes.push({ lat, lon, timeMs: strikeTimeMs(time) })
      }
      const missingMs = part.notObserved.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
      return { ...coLocation(fire, strikes), observedMs: Math.max(0, CO_LOCATION_BEFORE_MS - missingMs) }
    },
  })
}
