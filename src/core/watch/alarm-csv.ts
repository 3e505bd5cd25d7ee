import type { Alarm } from '../../contract/watch/alarms.ts'
import { csvText } from '../util/csv.ts'

/** Alarms as CSV: times in UTC, ISO 8601. `textOf` is the sentence of an alarm. */
export function alarmsCsv(rows: readonly Alarm[], textOf: (alarm: Alarm) => string): string {
  return csvText([
    [
      'id',
      'raised_utc',
      'place_id',
      'place',
      'place_zh',
      'group',
      'stage',
      'struck_utc',
      'distance_km',
      'watched',
      'what',
      'simulated',
      'acknowledged_utc',
      'acknowledged_by',
      'note',
    ],
    ...rows.map((alarm) => {
      const { id, at, place, stage, struckAt, distanceKm, watched, simulated, acknowledged } = alarm
      return [
        id,
        at,
        place?.id ?? null,
        place?.name ?? null,
        place?.nameZh ?? null,
        place?.group ?? null,
        stage,
        struckAt,
        distanceKm,
        watched,
        textOf(alarm),
        String(simulated),
        acknowledged?.at ?? null,
        acknowledged?.by ?? null,
        acknowledged?.note ?? null,
      ]
    }),
  ])
}
