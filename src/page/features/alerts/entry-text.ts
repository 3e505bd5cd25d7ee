import { useTranslation } from 'react-i18next'
import { isRow } from '../../../contract/watch/alarms.ts'
import { alarmFacts, alarmTone, rowSentence } from '../../airport/alarm-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { LoggedAlert } from './alert-store.ts'

export function useEntryText(): (alert: LoggedAlert) => string {
  const { t } = useTranslation('alarm')
  const format = useFormat()
  const lang = usePage((state) => state.lang)
  return ({ alarm }) => {
    const facts = isRow(alarm) ? [] : alarmFacts({ ...alarm, watched: null }, t, format)
    return [rowSentence(alarm, { t, lang, format }), ...facts].join('\u00a0· ')
  }
}

export function toneOf({ alarm }: LoggedAlert): Tone {
  return alarmTone(alarm.stage)
}
