import type { Lang } from '../../locales/languages.ts'
import { formatTexts } from './format-texts.ts'

/** Joins texts in that language; empty items of a list are dropped. */
export function joinText(lang: Lang) {
  const { list, clauses, enumeration, colon, open, close } = formatTexts(lang)
  const joined = (parts: readonly string[], mark: string) => parts.filter(Boolean).join(mark)
  return {
    /** `a, b, c`. */
    list: (parts: readonly string[]): string => joined(parts, list),
    /** `a, b, c`, of names. */
    enumeration: (parts: readonly string[]): string => joined(parts, enumeration),
    /** `a; b; c`. */
    clauses: (parts: readonly string[]): string => joined(parts, clauses),
    /** `head: rest`. */
    colon: (head: string, rest: string): string => `${head}${colon}${rest}`,
    /** `text (note)`. */
    bracketed: (text: string, note: string): string => `${text}${open}${note}${close}`,
  }
}
