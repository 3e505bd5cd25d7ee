import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { alarmStrings } from '../../../i18n/alarm-strings.ts'
import { usePage } from '../../../state/page-store.ts'

addWords('alarm', alarmStrings)

/** Names of stages in the page's language, one after the other; ids of levels stay as they are. */
export function useStageNames(): (stages: readonly string[]) => string {
  const { t } = useTranslation('alarm')
  const lang = usePage((state) => state.lang)
  return useCallback(
    (stages) => stages.map((stage) => t(`stage.${stage}`, { defaultValue: stage })).join(lang === 'zh' ? '、' : ', '),
    [t, lang],
  )
}
