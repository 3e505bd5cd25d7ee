import { useTranslation } from 'react-i18next'
import { alarmFacts, alarmSentence, alarmTone } from '../../airport/alarm-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { alarmStrings } from '../../i18n/alarm-strings.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { LoggedAlert } from './alert-store.ts'
import { alertText } from './alert-words.ts'

addWords('alarm', alarmStrings)

/** What an entry says: the server's sentence where it raised it, else the page's own. */
export function useEntryText(): (alert: LoggedAlert) => string {
  const { t } = useTranslation('alerts')
  const { t: alarmT } = useTranslation('alarm')
  const format = useFormat()
  const lang = usePage((state) => state.lang)
  return (alert) => {
    const { alarm } = alert
    if (!alarm) return alertText(alert, t, format)
    return [
      alarmSentence(alarm, { t: alarmT, lang, format }),
      ...alarmFacts({ ...alarm, watched: null }, alarmT, format),
    ].join('\u00a0· ')
  }
}

/** How grave it is. */
export function toneOf({ alarm, kind }: LoggedAlert): Tone {
  if (alarm) return alarmTone(alarm.stage)
  return kind === 'strike' ? 'bad' : 'warn'
}
