import COUNTRY_NAMES from '../../../data/countries.json' with { type: 'json' }

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(COUNTRY_NAMES))
/** The country that the desk is at home in: its places are named without it. */
const HOME: ReadonlySet<string> = new Set(['CHN', 'HKG', 'MAC', 'TWN'])

/** The name of a country by its three-letter code, as the base map has it; null at home, and where it has no name. */
export function countryAbroad(code: string, lang: 'en' | 'zh'): string | null {
  if (HOME.has(code)) return null
  return NAMES.get(code)?.[lang === 'zh' ? 1 : 0] ?? null
}
