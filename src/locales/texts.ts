import { LANGUAGES, type Lang } from './languages.ts'

/** Texts by key, in groups where that helps; `{{name}}` is a placeholder. */
export interface Texts {
  readonly [key: string]: string | readonly string[] | Texts
}

const loaded = new Map<string, Texts>()

/** Adds the texts of a namespace, the file `LANG/NAMESPACE.json`. The server adds all at start, the page those of a part with it. */
export function addTexts(lang: string, namespace: string, texts: Texts): void {
  loaded.set(`${lang}/${namespace}`, texts)
}

/** The texts of a namespace in a language; `english`, where that language has none loaded. */
export function textsIn<English extends Texts>(lang: Lang, namespace: string, english: English): English {
  return (loaded.get(`${lang}/${namespace}`) as English | undefined) ?? english
}

/** The form of a text for a count, `KEY_one` or `KEY_other` as i18next names them. */
export function pluralIn(lang: Lang, texts: Texts, key: string, count: number): string {
  const form = new Intl.PluralRules(LANGUAGES[lang].tag).select(count)
  return String(texts[`${key}_${form}`] ?? texts[`${key}_other`])
}
