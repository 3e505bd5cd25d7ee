/** A language of the page, of messages and of reports. */
interface Language {
  /** In itself, for menus. */
  name: string
  /** BCP 47 tag of documents, and the locale of `Intl`. */
  tag: string
  /** The language of names in the data, which are Chinese and English. */
  names: 'en' | 'zh'
}

/** Every language, in the order of menus. Texts are in the folder of the same name; English replaces missing ones. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', names: 'en' },
  zh: { name: '中文', tag: 'zh-CN', names: 'zh' },
} as const satisfies Record<string, Language>

export type Lang = keyof typeof LANGUAGES

/** For schemas and menus. */
export const LANGS = Object.keys(LANGUAGES) as [Lang, ...Lang[]]
