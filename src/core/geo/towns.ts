import TOWNS_DATA from '../../../data/towns.json' with { type: 'json' }
import { countryAbroad } from './countries.ts'
import type { LatLon } from './geo.ts'

/** A town of the world by its two names; `zh` is null where it has no Chinese name. */
export interface Town extends LatLon {
  en: string
  zh: string | null
  /** Three-letter code of its country, as the base map has it. */
  country: string
}

/** A town with the name that a screen shows. */
export interface NamedTown extends LatLon {
  name: string
}

/** The larger towns of the world, by which one tells where something is. */
export const TOWNS: readonly Town[] = (TOWNS_DATA as [string, string | null, number, number, string][]).map(
  ([en, zh, lat, lon, country]) => ({ en, zh, lat, lon, country }),
)

/**
 * The towns that have a name in that language, with the name to show: one abroad carries its country, `越南太原`,
 * `Thái Nguyên, Vietnam`, since many towns share a name with one at home.
 */
export function townsNamed(lang: 'en' | 'zh'): readonly NamedTown[] {
  return TOWNS.flatMap(({ en, zh, lat, lon, country }) => {
    const name = lang === 'zh' ? zh : en
    return name === null ? [] : [{ name: withCountry(name, country, lang), lat, lon }]
  })
}

/** Its name in that language, or in the other one where it has none; one abroad carries its country. */
export function nameOf({ en, zh, country }: Town, lang: 'en' | 'zh'): string {
  return withCountry((lang === 'zh' ? zh : null) ?? en, country, lang)
}

function withCountry(name: string, code: string, lang: 'en' | 'zh'): string {
  const country = countryAbroad(code, lang)
  if (country === null || name.startsWith(country)) return name
  return lang === 'zh' ? `${country}${name.replace(`（${country}）`, '')}` : `${name}, ${country}`
}
