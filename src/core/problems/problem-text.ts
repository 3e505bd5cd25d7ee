import type { Problem } from '../../contract/problems.ts'
import english from '../../locales/en/problems.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { textsIn } from '../../locales/texts.ts'
import { joinText } from '../util/join-text.ts'

/** A problem as one line: in the page's language on the page, in English in logs and on the command line. */
export function problemText({ code, where, values, detail }: Problem, lang: Lang = 'en'): string {
  const words = textsIn(lang, 'problems', english)
  const { received } = values
  // Messages of a library are available in English only.
  const sentence = (lang === 'en' && code === 'form' ? detail : null) ?? ownOf(words.problem, code) ?? words.unknown
  const got = received === undefined ? '' : received === '' ? words.gotNothing : words.got
  const type = ownOf(words.type, String(values.type)) ?? values.type
  const said = filled(sentence + got, { ...values, code, ...(type !== undefined && { type }) })
  const ofField = where.field ? `${where.field} ${said}` : said
  if (where.entry === null) return ofField
  const { colon, bracketed } = joinText(lang)
  const { number } = where
  const named = number === null ? words.entry[where.entry] : filled(words.numbered[where.entry], { number })
  return colon(where.id ? bracketed(named, where.id) : named, ofField)
}

/** Own property of that name, which may come from outside, such as `constructor`. */
function ownOf(texts: object, name: string): string | undefined {
  return Object.entries(texts).find(([each]) => each === name)?.[1]
}

/** Replaces placeholders; unknown ones stay, since addresses contain braces too. */
function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
