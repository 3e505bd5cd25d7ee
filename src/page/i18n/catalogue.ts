/** Texts by key, in groups where that helps. */
export interface Strings {
  [key: string]: string | Strings
}

/** The same texts in each language. */
export interface Translations {
  en: Strings
  zh: Strings
}
