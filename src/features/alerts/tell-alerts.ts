import { getI18n } from 'react-i18next'
import type { RaisedAlert } from '../../core/alert-rules.ts'
import { addWords } from '../../shell/add-words.ts'
import { formatFor } from '../../shell/format.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useAlerts } from './alert-store.ts'
import { alertText } from './alert-words.ts'
import { chime } from './chime.ts'
import { strings } from './strings.ts'

addWords('alerts', strings)

/** Tells of alerts by what was chosen: one chime for all of a moment, and a notification each while nobody looks. */
export function tell(raised: readonly RaisedAlert[]): void {
  const { sound, system } = useAlerts.getState()
  if (sound) chime()
  if (!system || document.visibilityState === 'visible' || !canNotify()) return
  const { units, zone, lang } = useShell.getState()
  const t = getI18n().getFixedT(lang, 'alerts')
  const format = formatFor({ units, zone, lang })
  for (const alert of raised) {
    new Notification(alert.icao ?? t('all'), { body: alertText(alert, t, format), tag: `${alert.icao}/${alert.kind}` })
  }
}

export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted'
}

/** Asks the browser, which may ask the person; only ever on a click. */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return (await Notification.requestPermission()) === 'granted'
}
