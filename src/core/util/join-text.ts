/** Punctuation by language: Chinese marks are full-width and need no blank. */
const MARKS = {
  en: { list: ', ', clauses: '; ', colon: ': ', open: ' (', close: ')' },
  zh: { list: '，', clauses: '；', colon: '：', open: '（', close: '）' },
}

export interface JoinText {
  /** `a, b, c`. */
  list(parts: readonly string[]): string
  /** `a; b; c`. */
  clauses(parts: readonly string[]): string
  /** `head: rest`. */
  colon(head: string, rest: string): string
  /** `text (note)`. */
  bracketed(text: string, note: string): string
}

/** Joins texts in that language; empty items of a list are dropped. */
export function joinText(lang: keyof typeof MARKS): JoinText {
  const { list, clauses, colon, open, close } = MARKS[lang]
  const joined = (parts: readonly string[], mark: string) => parts.filter(Boolean).join(mark)
  return {
    list: (parts) => joined(parts, list),
    clauses: (parts) => joined(parts, clauses),
    colon: (head, rest) => `${head}${colon}${rest}`,
    bracketed: (text, note) => `${text}${open}${note}${close}`,
  }
}
