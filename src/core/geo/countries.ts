import COUNTRY_NAMES from '../../../data/countries.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { localValue } from '../../locales/local-name.ts'

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(COUNTRY_NAMES))
/** Home country of the desk: its places are shown without a country. */
const HOME: ReadonlySet<string> = new Set(['CHN', 'HKG', 'MAC', 'TWN'])

/** The name of a country by its three-letter code, as in the base map; null at home, and without a name. */
export function countryAbroad(code: string, lang: Lang): string | null {
  if (HOME.has(code)) return null
  const [en = null, zh = null] = NAMES.get(code) ?? []
  return localValue(lang, { en, zh })
}
