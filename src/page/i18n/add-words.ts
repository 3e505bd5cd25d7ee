import { getI18n } from 'react-i18next'
import type { Translations } from './catalogue.ts'

/** Adds the texts of a lazily loaded component under a separate namespace. */
export function addWords(namespace: string, strings: Translations): void {
  const words = getI18n()
  for (const lang of ['en', 'zh'] as const) words.addResourceBundle(lang, namespace, strings[lang])
}
