import { useTranslation } from 'react-i18next'
import { isRow } from '../../../contract/watch/alarms.ts'
import { rowHeadline } from '../../../core/levels/texts.ts'
import { alarmFacts, alarmSentence, alarmTone } from '../../airport/alarm-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { LoggedAlert } from './alert-store.ts'

addWords(import.meta.glob('../../../locales/*/{alarm,alarm-rows}.json', { eager: true, import: 'default' }))

export function useEntryText(): (alert: LoggedAlert) => string {
  const { t } = useTranslation('alarm')
  const format = useFormat()
  const lang = usePage((state) => state.lang)
  return ({ alarm }) => {
    if (isRow(alarm)) return rowHeadline(alarm, lang)
    return [alarmSentence(alarm, { t, lang, format }), ...alarmFacts({ ...alarm, watched: null }, t, format)].join(
      '\u00a0· ',
    )
  }
}

export function toneOf({ alarm }: LoggedAlert): Tone {
  return alarmTone(alarm.stage)
}
