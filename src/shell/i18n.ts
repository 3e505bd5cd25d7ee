import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { MapOverlay, Strings } from './overlay.ts'
import type { Lang } from './shell-store.ts'
import { shellStrings } from './strings.ts'

let page: i18n | null = null
const early: [namespace: string, words: { en: Strings; zh: Strings }][] = []

/** Adds words that came with a part of the page, before the part is shown. */
export function addWords(namespace: string, words: { en: Strings; zh: Strings }): void {
  if (!page) early.push([namespace, words])
  else for (const lang of ['en', 'zh'] as const) page.addResourceBundle(lang, namespace, words[lang], true, true)
}

/** i18next with the shell's words and each overlay's, the latter under the overlay's id. */
export function createI18n(overlays: readonly Pick<MapOverlay, 'id' | 'strings'>[], lang: Lang): i18n {
  const instance = i18next.createInstance()
  const resources = (which: Lang) => ({
    shell: shellStrings[which],
    ...Object.fromEntries(overlays.map(({ id, strings }) => [id, strings[which]])),
  })
  void instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: 'en',
    defaultNS: 'shell',
    resources: { en: resources('en'), zh: resources('zh') },
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false, // the catalogues are here: no first frame without words
  })
  page = instance
  for (const [namespace, words] of early.splice(0)) addWords(namespace, words)
  return instance
}
