import { create } from 'zustand'

/** Whom a map of another style is by, as its sources say themselves. */
export const useMapCredits = create<{ named: readonly string[] }>(() => ({ named: [] }))

/** Each of them once, in their order; `textOf` reads what is written as HTML. */
export function namedOnce(attributions: readonly (string | undefined)[], textOf: (html: string) => string): string[] {
  const texts = attributions.map((html) => (html ? textOf(html).trim() : ''))
  return [...new Set(texts.filter(Boolean))]
}
