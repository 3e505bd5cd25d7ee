import type { Alarm } from '../../../contract/watch/alarms.ts'
import { privateKey } from '../../../contract/watch/private-levels.ts'
import { isOpen } from '../../live/alarms/alarm-log.ts'
import { isRelevantTo } from '../../live/places/place-store.ts'
import { usePage } from '../../state/page-store.ts'
import { type AlertOff, useAlerts } from './alert-store.ts'
import { ownLadder, useOwnLevels } from './own-levels.ts'

/** Older rows are in the log of the shift only. */
const STANDS_MS = 3_600_000

/**
 * The rows relevant for this page, from the server or (`isOfPage`) from the page's engine: those of pinned airports and
 * places, by viewer rules if the server evaluates these, else by the common rules; rows of feeds if anything is pinned;
 * and failures of channels.
 */
export function rowsHere(rows: readonly Alarm[], isOfPage = false): Alarm[] {
  return rows.filter((row) => isForUs(row, isOfPage))
}

function isForUs(row: Alarm, isOfPage: boolean): boolean {
  const { place, stage } = row
  const page = usePage.getState()
  const { off, weather } = useAlerts.getState()
  const kind = kindOf(row)
  if (kind !== null && off.includes(kind)) return false
  if (!place) return stage === 'channel-broken' || (isOfFeed(row) && page.watched.length > 0)
  const isCommon = row.own === undefined
  if (isCommon && place.group !== 'airports') return isRelevantTo(place.id, page.watched)
  if (!page.watched.includes(place.id)) return false
  const own = ownLadder(place.id, page, weather)
  const key = own && privateKey(own)
  if (!isCommon) return row.own === key
  const isWeather = row.ladder === 'weather' || OF_REPORTS.includes(stage)
  const { changed = [] } = row
  if (isWeather && weather && changed.length > 0 && !changed.some((id) => weather.some((level) => level.id === id)))
    return false
  const hasOwn = key !== null && (isOfPage || useOwnLevels.getState().judged.has(key))
  return !hasOwn || changed.length === 0 || own?.[isWeather ? 'weather' : 'levels'] === undefined
}

const OF_REPORTS: readonly Alarm['stage'][] = ['category', 'wind', 'visibility', 'ceiling']
const OF_LIGHTNING: readonly Alarm['stage'][] = ['approach', 'alert', 'alarm', 'quiet']

/** Whether the row reports that data of a feed stopped or returned. */
export function isOfFeed({ place, stage }: Alarm): boolean {
  return place === null && (stage === 'not-watched' || stage === 'observed' || stage === 'feed-lost')
}

function kindOf(row: Alarm): AlertOff | null {
  const { stage } = row
  if (isOfFeed(row)) return (row.feed ?? row.details.feed) === 'reports' ? 'reports-lost' : 'lightning-lost'
  if (OF_LIGHTNING.includes(stage)) return 'strike'
  return stage === 'speci' || stage === 'overdue' ? stage : null
}

/** Unacknowledged rows of the last hour. */
export function unacknowledgedHere(rows: readonly Alarm[], nowMs: number): Alarm[] {
  return rowsHere(rows.filter((row) => isOpen(row) && nowMs - Date.parse(row.at) < STANDS_MS))
}
