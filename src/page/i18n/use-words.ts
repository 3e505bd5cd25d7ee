import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { addWords } from './add-words.ts'
import type { Translations } from './catalogue.ts'

/** Texts of a lazily loaded component, loaded with it. */
export function useWords(namespace: string, words: Translations): TFunction {
  const { i18n } = useTranslation()
  if (!i18n.hasResourceBundle('en', namespace)) addWords(namespace, words)
  return useTranslation(namespace).t
}
