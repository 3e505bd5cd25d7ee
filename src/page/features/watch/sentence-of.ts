import { type Alarm, isRow } from '../../../contract/watch/alarms.ts'
import { rowHeadline } from '../../../core/levels/texts.ts'
import { alarmSentence } from '../../airport/alarm-words.ts'
import { addWords } from '../../i18n/add-words.ts'

addWords(import.meta.glob('../../../locales/*/{alarm,alarm-rows}.json', { eager: true, import: 'default' }))

/** A row of the log in one sentence; rows without levels use the older texts. */
export function sentenceOf(alarm: Alarm, how: Parameters<typeof alarmSentence>[1]): string {
  return isRow(alarm) ? rowHeadline(alarm, how.lang) : alarmSentence(alarm, how)
}
