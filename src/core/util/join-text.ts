import type { Lang } from '../../locales/languages.ts'
import { formatTexts } from './format-texts.ts'

export interface JoinText {
  /** `a, b, c`. */
  list(parts: readonly string[]): string
  /** `a, b, c`, of names. */
  enumeration(parts: readonly string[]): string
  /** `a; b; c`. */
  clauses(parts: readonly string[]): string
  /** `head: rest`. */
  colon(head: string, rest: string): string
  /** `text (note)`. */
  bracketed(text: string, note: string): string
}

/** Joins texts in that language; empty items of a list are dropped. */
export function joinText(lang: Lang): JoinText {
  const { list, clauses, enumeration, colon, open, close } = formatTexts(lang)
  const joined = (parts: readonly string[], mark: string) => parts.filter(Boolean).join(mark)
  return {
    list: (parts) => joined(parts, list),
    enumeration: (parts) => joined(parts, enumeration),
    clauses: (parts) => joined(parts, clauses),
    colon: (head, rest) => `${head}${colon}${rest}`,
    bracketed: (text, note) => `${text}${open}${note}${close}`,
  }
}
