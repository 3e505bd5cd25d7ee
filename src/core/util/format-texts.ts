import english from '../../locales/en/formats.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { textsIn } from '../../locales/texts.ts'

/** Punctuation, units of ages, points of the compass, and the order of times and names. */
export const formatTexts = (lang: Lang) => textsIn(lang, 'formats', english)

/** Replaces the placeholders of such a text. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
