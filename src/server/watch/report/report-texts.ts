import english from '../../../locales/en/report.json' with { type: 'json' }
import type { Lang } from '../../../locales/languages.ts'
import { textsIn } from '../../../locales/texts.ts'

export const reportTexts = (lang: Lang) => textsIn(lang, 'report', english)
