import { create } from 'zustand'

/** Credits of a foreign style, from its sources. */
export const useMapCredits = create<{ named: readonly string[] }>(() => ({ named: [] }))

/** Unique attributions in order; `textOf` parses HTML. */
export function namedOnce(attributions: readonly (string | undefined)[], textOf: (html: string) => string): string[] {
  const texts = attributions.map((html) => (html ? textOf(html).trim() : ''))
  return [...new Set(texts.filter(Boolean))]
}
