import { queryOptions } from '@tanstack/react-query'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { boxAround } from '../../../core/geo/box-around.ts'
import type { LatLon } from '../../../core/geo/geo.ts'
import { strikeTimeMs } from '../../../core/strikes/strike.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { STROKE_REACH_KM } from '../../../core/strikes/stroke-grouping.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { totalMs } from '../../../core/time/spans.ts'
import { CO_LOCATED_KM, CO_LOCATION_BEFORE_MS, CO_LOCATION_REACH_KM } from '../../../core/weather/co-location.ts'
import type { Fire } from '../../../core/weather/fire-cells.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { type NearestStrike, strikesNear } from '../../live/strikes/strikes-near.ts'

/** Time columns have a range of some nine hours. */
const PART_MS = CO_LOCATION_BEFORE_MS / 3
const SLACK_MS = MINUTE_MS

export interface StrikesBefore {
  /** Strokes within `CO_LOCATED_KM`. */
  within: number
  /** The nearest within `CO_LOCATION_REACH_KM`. */
  nearest: NearestStrike | null
  /** How much of the day before the detection was watched. */
  observedMs: number
}

/** Strikes around a fire on the day before its detection, from our own history: free of points. */
export function strikesBefore(past: ServerConnection['past'], fire: Fire) {
  const period = { fromMs: fire.detectedAtMs - CO_LOCATION_BEFORE_MS, toMs: fire.detectedAtMs }
  // The best record of a stroke may lie outside the reach that another of its records is in.
  const box = boxAround(fire, CO_LOCATION_REACH_KM + STROKE_REACH_KM)
  return queryOptions({
    queryKey: ['strikes-before', fire.id, fire.detectedAtMs],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<StrikesBefore> => {
      const part = await past.strikes.read(period, signal, box)
      const records: StrikeRecord[] = []
      for await (const piece of part.pieces()) records.push(...piece)
      const missingMs = totalMs(part.notObserved)
      return {
        ...strokesAround(fire, records, period.fromMs),
        observedMs: Math.max(0, CO_LOCATION_BEFORE_MS - missingMs),
      }
    },
  })
}

/** Records of a day counted as strokes, without a claim of causation. */
export function strokesAround(place: LatLon, records: readonly StrikeRecord[], fromMs: number) {
  let within = 0
  let nearest: NearestStrike | null = null
  for (let sinceMs = fromMs; sinceMs < fromMs + CO_LOCATION_BEFORE_MS; sinceMs += PART_MS) {
    const toMs = sinceMs + PART_MS
    const columns = new StrikeColumns({ keptMs: PART_MS + SLACK_MS })
    const ofPart = records.filter(({ time }) => strikeTimeMs(time) >= sinceMs && strikeTimeMs(time) < toMs)
    columns.push(ofPart, toMs, false)
    within += strikesNear(columns, place, { radiusKm: CO_LOCATED_KM, sinceMs }).total
    const inReach = strikesNear(columns, place, { radiusKm: CO_LOCATION_REACH_KM, sinceMs })
    if (inReach.nearest && (!nearest || inReach.nearest.km < nearest.km)) nearest = inReach.nearest
  }
  return { within, nearest }
}
