/** How pieces of text stand beside each other, by language: Chinese has marks of its own, which bring their own room. */
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

/** Joins texts in that language; what is empty is left out of a list. */
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
