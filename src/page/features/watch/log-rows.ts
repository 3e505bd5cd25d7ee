import type { Alarm } from '../../../contract/watch/alarms.ts'
import { withGapsJoined } from '../../../core/watch/joined-gaps.ts'
import { isOpen, joinAlarms } from '../../live/alarms/alarm-log.ts'
import { type LogFilter, WATCHED } from './log-store.ts'

/** The parameters of `GET /api/alarms` for a filter; text and pins are filtered on the page. */
export function queryOf({ place, stage, step, acknowledged, fromMs, toMs }: LogFilter): Record<string, string> {
  return {
    ...(place && place !== WATCHED && { place }),
    ...(stage && { stage }),
    ...(step && { step }),
    ...(acknowledged && { acknowledged: String(acknowledged === 'done') }),
    ...(fromMs !== null && { from: new Date(fromMs).toISOString() }),
    ...(toMs !== null && { to: new Date(toMs).toISOString() }),
  }
}

/** The filtered alarms of both lists, newest first, a data gap in one row. `textOf`: the displayed text of a row; `watched`: ids. */
export function logRows(
  lists: { held: readonly Alarm[]; asked: readonly Alarm[] },
  filter: LogFilter,
  { textOf, watched }: { textOf(alarm: Alarm): string; watched: readonly string[] },
): Alarm[] {
  const wanted = filter.text.trim().toLowerCase()
  const rows = joinAlarms(lists.held, lists.asked).filter((alarm) => {
    const atMs = Date.parse(alarm.at)
    return (
      isOf(alarm.place?.id, filter.place, watched) &&
      (filter.stage === '' || alarm.stage === filter.stage) &&
      (filter.step === '' || alarm.step === filter.step) &&
      (filter.acknowledged !== 'open' || isOpen(alarm)) &&
      (filter.acknowledged !== 'done' || alarm.acknowledged !== null) &&
      (filter.fromMs === null || atMs >= filter.fromMs) &&
      (filter.toMs === null || atMs < filter.toMs) &&
      (wanted === '' || searched(alarm, textOf).includes(wanted))
    )
  })
  return withGapsJoined(rows)
}

function isOf(id: string | undefined, place: string, watched: readonly string[]): boolean {
  if (place === WATCHED) return id !== undefined && watched.includes(id)
  return place === '' || id === place
}

function searched(alarm: Alarm, textOf: (alarm: Alarm) => string): string {
  const { place, acknowledged } = alarm
  const parts = [
    textOf(alarm),
    place?.id,
    place?.name,
    place?.nameZh,
    place?.group,
    acknowledged?.by,
    acknowledged?.note,
  ]
  return parts.filter(Boolean).join(' ').toLowerCase()
}
