import { getI18n } from 'react-i18next'
import { create } from 'zustand'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Lang } from '../../../locales/languages.ts'
import { localName } from '../../../locales/local-name.ts'
import { rowSentence } from '../../airport/alarm-words.ts'
import { formatFor } from '../../i18n/format.ts'
import { isOpen } from '../../live/alarms/alarm-log.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { rowsHere, unacknowledgedHere } from './rows-here.ts'
import { isNotifying, notify, show, sound } from './tell-alerts.ts'

/** Maximum notifications: a storm over thousands of places is not news of each of them. */
const NOTIFIED_MAX = 10

/**
 * Adds unacknowledged rows to the log of this page, and notifies of new ones: also on a page that was opened just now.
 */
export function keepRows(rows: readonly Alarm[], nowMs: number): void {
  if (rows.length === 0) return
  tellAll(useAlerts.getState().takeAlarms(unacknowledgedHere(rows, nowMs), rows))
}

/** Reports rows without acknowledgement silently: a step down, an end, missing or returning data. */
export function notifySilently(rows: readonly Alarm[]): void {
  const told = rowsHere(rows.filter((row) => !isOpen(row)))
  tellAll(told)
  const last = told.at(-1)
  if (last) usePassing.setState({ text: textOf(last) })
}

/** The last of these: not visible on the desk, read out by screen readers. */
export const usePassing = create<{ text: string }>()(() => ({ text: '' }))

/** The same for rows that the page raised. */
export function notifyOwn(found: readonly Alarm[]): void {
  const rows = rowsHere(found, true)
  useAlerts.getState().takeOwn(rows.filter(isOpen))
  tellAll(rows)
}

/** Applies the notification settings. Only the newest row per place and ladder is shown. */
function tellAll(told: readonly Alarm[]): void {
  const loud = told.filter(isOpen)
  if (loud.length > 0) sound()
  show(loud.flatMap(({ place }) => place?.id ?? []))
  if (!isNotifying()) return
  const { lang } = usePage.getState()
  const inOrder = [...told].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const newest = [...new Map(inOrder.map((row) => [tagOf(row), row])).entries()]
  for (const [tag, row] of newest.slice(-NOTIFIED_MAX)) {
    const isLoud = loud.some((each) => tagOf(each) === tag)
    notify(titleOf(row, lang), textOf(row), { tag, isLoud })
  }
}

/** The subject of a notification: a ladder of a place, or a feed. */
function tagOf({ id, place, ladder, feed, own }: Alarm): string {
  if (ladder && place) return [place.id, ladder, own ?? ''].join('/')
  return feed ? `observation/${feed}` : id
}

function titleOf({ place, stage }: Alarm, lang: Lang): string {
  return place ? localName(place, lang) : getI18n().getFixedT(lang, 'alarm')(`stage.${stage}`)
}

function textOf(row: Alarm): string {
  const { units, zone, lang } = usePage.getState()
  return rowSentence(row, { t: getI18n().getFixedT(lang, 'alarm'), lang, format: formatFor({ units, zone, lang }) })
}
