import { addWords } from '../../page/i18n/add-words.ts'
import { createI18n } from '../../page/i18n/i18n.ts'

/** Every text of the page; `words.getFixedT('zh', 'clock')` are those of a namespace. */
export const words = createI18n('en')
addWords(import.meta.glob('../../locales/*/*.json', { eager: true, import: 'default' }))
