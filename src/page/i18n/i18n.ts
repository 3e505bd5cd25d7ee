import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Lang } from '../state/view.ts'
import type { Translations } from './catalogue.ts'
import { pageStrings } from './strings.ts'

/** i18next with the words of the page's frame, and each overlay's under the overlay's id. */
export function createI18n(overlays: readonly { id: string; strings: Translations }[], lang: Lang): i18n {
  const instance = i18next.createInstance()
  const resources = (which: Lang) => ({
    page: pageStrings[which],
    ...Object.fromEntries(overlays.map(({ id, strings }) => [id, strings[which]])),
  })
  void instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: 'en',
    defaultNS: 'page',
    resources: { en: resources('en'), zh: resources('zh') },
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false, // the catalogues are here: no first frame without words
  })
  return instance
}
