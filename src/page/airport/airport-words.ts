import type { Airport } from '../../core/airports/airport.ts'
import { joinText } from '../../core/util/join-text.ts'
import type { Lang } from '../state/view.ts'

/** The airport's name in the language of the screen where the list has it, else in the one it has. */
export function airportName(airport: Airport, lang: Lang): string {
  const [first, second] = lang === 'zh' ? [airport.name, airport.nameEn] : [airport.nameEn, airport.name]
  return first ?? second ?? ''
}

/** The name in the other language, where there are two. */
export function airportOtherName(airport: Airport, lang: Lang): string | null {
  const other = lang === 'zh' ? airport.nameEn : airport.name
  return other !== null && other !== airportName(airport, lang) ? other : null
}

/** City and province in the language of the screen, `四川省成都市`; once where they are the same: `上海市`. */
export function airportPlace(airport: Airport, lang: Lang): string {
  const places = lang === 'zh' ? [airport.city, airport.province] : [airport.cityEn, airport.provinceEn]
  const known = [...new Set(places)].filter((place): place is string => Boolean(place))
  // From large to small, as Chinese has it.
  return lang === 'zh' ? known.reverse().join('') : joinText(lang).list(known)
}
