import { getI18n } from 'react-i18next'
import type { Translations } from './catalogue.ts'

/** Brings the words of a part that loads after the map, under a namespace of its own. */
export function addWords(namespace: string, strings: Translations): void {
  const words = getI18n()
  for (const lang of ['en', 'zh'] as const) words.addResourceBundle(lang, namespace, strings[lang])
}
