import { getI18n } from 'react-i18next'
import type { Strings } from './overlay.ts'

/** Brings the words of a part that loads after the map, under a namespace of its own. */
export function addWords(namespace: string, strings: { en: Strings; zh: Strings }): void {
  const words = getI18n()
  for (const lang of ['en', 'zh'] as const) words.addResourceBundle(lang, namespace, strings[lang])
}
