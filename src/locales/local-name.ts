import { type Lang, languageOf } from './languages.ts'

/** Of a Chinese and an English value the one of the language. */
export function localValue<Value>(lang: Lang, { en, zh }: { en: Value; zh: Value }): Value {
  return languageOf(lang).names === 'zh' ? zh : en
}

/** The name in the language, else the other one. */
export function localName({ name, nameZh }: { name: string; nameZh?: string | null | undefined }, lang: Lang): string {
  return localValue(lang, { en: null, zh: nameZh }) ?? name
}
