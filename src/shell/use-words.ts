import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Strings } from './overlay.ts'

/** Words of a part that loads on demand: they come with it, not before the map. */
export function useWords(namespace: string, words: { en: Strings; zh: Strings }): TFunction {
  const { i18n } = useTranslation()
  for (const lang of ['en', 'zh'] as const) {
    if (!i18n.hasResourceBundle(lang, namespace)) i18n.addResourceBundle(lang, namespace, words[lang])
  }
  return useTranslation(namespace).t
}
