import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Lang } from '../../locales/languages.ts'
import { addWords } from './add-words.ts'

/** i18next with the texts of the first frame; parts add their own. */
export function createI18n(lang: Lang): i18n {
  const instance = i18next.createInstance()
  void instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: 'en',
    defaultNS: 'page',
    fallbackNS: 'desk',
    resources: {},
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false, // the catalogues are here: no first frame without words
  })
  addWords(import.meta.glob('../../locales/*/page.json', { eager: true, import: 'default' }))
  return instance
}
