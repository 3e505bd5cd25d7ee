import { getI18n } from 'react-i18next'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { alarmSentence } from '../../airport/alarm-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { alarmStrings } from '../../i18n/alarm-strings.ts'
import { formatFor } from '../../i18n/format.ts'
import { isOpen, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { placeName } from '../../live/places/place-store.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { notify, show, sound } from './tell-alerts.ts'
import { isStanding, standingHere, toldHere } from './told-here.ts'

addWords('alarm', alarmStrings)

/** A storm over thousands of places is no news of each of them. */
const NOTIFIED_MAX = 10

/** Has the log of this page hold what nobody has seen to, and tells of what is new in it: also on a screen that was opened just now. */
export function keepAlarms(nowMs: number): void {
  const log = useAlarmLog.getState()
  const alarms = [...log.own, ...log.alarms]
  if (alarms.length === 0) return
  const { settings, takeAlarms } = useAlerts.getState()
  tellAll(takeAlarms(standingHere(alarms, usePage.getState(), settings, nowMs), alarms))
}

/** Tells of what was just raised and waits for nobody: that it is quiet, that a channel is broken. */
export function tellPassing(alarms: readonly Alarm[]): void {
  const page = usePage.getState()
  const passing = alarms.filter((alarm) => !isStanding(alarm, page.watched))
  tellAll(toldHere(passing, page, useAlerts.getState().settings))
}

/** By what was chosen for alerts. The id of an alarm keeps two pages of a browser from notifying of it twice. */
function tellAll(told: readonly Alarm[]): void {
  const loud = told.filter(isOpen)
  // That it is quiet asks nobody to do anything, but who waits for it wants to know.
  if (loud.length > 0) sound()
  show(loud.flatMap(({ place, at }) => (place ? [{ icao: place.id, atMs: Date.parse(at) }] : [])))
  const { units, zone, lang } = usePage.getState()
  const t = getI18n().getFixedT(lang, 'alarm')
  const format = formatFor({ units, zone, lang })
  for (const alarm of told.slice(0, NOTIFIED_MAX)) {
    const title = alarm.place ? placeName(alarm.place, lang) : t(`stage.${alarm.stage}`)
    notify(title, alarmSentence(alarm, { t, lang, format }), alarm.id)
  }
}
