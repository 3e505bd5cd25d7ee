import type { TFunction } from 'i18next'
import { parseInstantMs } from '../../contract/time.ts'
import { ageText } from '../../core/util/local-format.ts'
import type { Lang } from '../../locales/languages.ts'
import { readHeals } from './heal-log.ts'

/** The last recovery of this screen as a sentence; empty if there was none. */
export function lastHealText(
  storage: Pick<Storage, 'getItem'>,
  words: TFunction,
  lang: Lang,
  utc: (ms: number) => string,
): string {
  const last = readHeals(storage).at(-1)
  const atMs = last ? parseInstantMs(last.at) : null
  if (!last || atMs === null) return ''
  const values = { what: words(`healed.${last.cause}`), at: utc(atMs), age: ageText(last.seconds * 1_000, lang) }
  return words('lastHeal', values)
}
