import TOWNS_DATA from '../../../data/towns.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { localName, localValue } from '../../locales/local-name.ts'
import { fillIn } from '../util/fill-in.ts'
import { formatTexts } from '../util/format-texts.ts'
import { countryAbroad } from './countries.ts'
import type { LatLon } from './geo.ts'

/** A town with both names; `zh` is null without a Chinese name. */
export interface Town extends LatLon {
  en: string
  zh: string | null
  /** The Chinese name in Hanyu Pinyin without tones, `su zhou`; null abroad, and where it is unknown. */
  pinyin: string | null
  /** Three-letter country code, as in the base map. */
  country: string
}

export interface NamedTown extends LatLon {
  name: string
}

/** The larger towns of the world, as points of reference. */
export const TOWNS: readonly Town[] = (
  TOWNS_DATA as [string, string | null, number, number, string, (string | null)?][]
).map(([en, zh, lat, lon, country, pinyin = null]) => ({ en, zh, lat, lon, country, pinyin }))

/**
 * Towns with a name in that language: one abroad includes its country, `越南太原`, `Thái Nguyên, Vietnam`, since many share
 * a name with a town at home.
 */
export function townsNamed(lang: Lang, towns = TOWNS): readonly NamedTown[] {
  return towns.flatMap(({ en, zh, lat, lon, country }) => {
    const name = localValue(lang, { en, zh })
    return name === null ? [] : [{ name: withCountry(name, country, lang), lat, lon }]
  })
}

/** Name in that language, else in the other one; abroad with its country. */
export function nameOf({ en, zh, country }: Town, lang: Lang): string {
  return withCountry(localName({ name: en, nameZh: zh }, lang), country, lang)
}

function withCountry(name: string, code: string, lang: Lang): string {
  const country = countryAbroad(code, lang)
  if (country === null || name.startsWith(country)) return name
  return fillIn(formatTexts(lang).inCountry, { name: name.replace(`（${country}）`, ''), country })
}
