import type { Alarm } from '../../contract/watch/alarms.ts'
import { csvText } from '../util/csv.ts'
import { withGapsJoined } from './joined-gaps.ts'

/** Alarms as CSV, a gap in the data in one row: times in UTC, ISO 8601. `textOf` is the sentence of an alarm. */
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
      'gap_from_utc',
      'gap_to_utc',
    ],
    ...withGapsJoined(rows).map((alarm) => {
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
        alarm.from ?? null,
        alarm.to ?? null,
      ]
    }),
  ])
}
