/** A language of the page, of messages and of reports. */
interface Language {
  /** In itself, for menus. */
  name: string
  /** BCP 47 tag of documents, and the locale of `Intl`. */
  tag: string
  /** The language of names in the data, which are Chinese and English. */
  names: 'en' | 'zh'
  /** Han characters are wider than Latin letters, have no blanks between them, and are not slanted. */
  script: 'latin' | 'han'
  /** Time zones are called by their city, or as the language calls them. */
  zones: 'by-city' | 'by-name'
  /** An address begins with the country. */
  largestPlaceFirst: boolean
}

/** Every language, in the order of menus. Texts are in the folder of the same name; English replaces missing ones. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', names: 'en', script: 'latin', zones: 'by-city', largestPlaceFirst: false },
  zh: { name: '中文', tag: 'zh-CN', names: 'zh', script: 'han', zones: 'by-name', largestPlaceFirst: true },
} satisfies Record<string, Language>

export type Lang = keyof typeof LANGUAGES

/** For schemas and menus. */
export const LANGS = Object.keys(LANGUAGES) as [Lang, ...Lang[]]

export function byLanguage<Value>(of: (lang: Lang) => Value): Record<Lang, Value> {
  return Object.fromEntries(LANGS.map((lang) => [lang, of(lang)])) as Record<Lang, Value>
}

/** The settings of a language. */
export function languageOf(lang: Lang): Language {
  return LANGUAGES[lang]
}
