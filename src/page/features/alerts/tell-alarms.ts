import { getI18n } from 'react-i18next'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { alarmSentence } from '../../airport/alarm-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { alarmStrings } from '../../i18n/alarm-strings.ts'
import { usePage } from '../../state/page-store.ts'
import { notify, sound } from './tell-alerts.ts'
import { toldHere } from './told-here.ts'

addWords('alarm', alarmStrings)

/** An all-quiet asks nobody to do anything, but who waits for it wants to know. */
const SILENT_STAGES: readonly Alarm['stage'][] = ['quiet', 'test']

/** Tells of them by what was chosen for alerts. The id of an alarm keeps two pages of a browser from telling it twice. */
export function tellAlarms(alarms: readonly Alarm[]): void {
  const { watched, lang } = usePage.getState()
  const told = toldHere(alarms, watched)
  if (told.some(({ stage }) => !SILENT_STAGES.includes(stage))) sound()
  const t = getI18n().getFixedT(lang, 'alarm')
  for (const alarm of told)
    notify(alarm.place?.name ?? t(`stage.${alarm.stage}`), alarmSentence(alarm, t, lang), alarm.id)
}
