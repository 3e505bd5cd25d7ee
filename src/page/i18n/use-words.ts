import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { addWords } from './add-words.ts'
import type { Translations } from './catalogue.ts'

/** Words of a part that loads on demand: they come with it, not before the map. */
export function useWords(namespace: string, words: Translations): TFunction {
  const { i18n } = useTranslation()
  if (!i18n.hasResourceBundle('en', namespace)) addWords(namespace, words)
  return useTranslation(namespace).t
}
