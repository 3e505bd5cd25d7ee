import type { Airport } from '../../core/airports/airport.ts'
import { joinText } from '../../core/util/join-text.ts'
import type { Lang } from '../../locales/languages.ts'

/** The airport's name in the page's language if the list has it, else in its other language. */
export function airportName(airport: Airport, lang: Lang): string {
  const [first, second] = lang === 'zh' ? [airport.name, airport.nameEn] : [airport.nameEn, airport.name]
  return first ?? second ?? ''
}

/** The name in the other language, where there are two. */
export function airportOtherName(airport: Airport, lang: Lang): string | null {
  const other = lang === 'zh' ? airport.nameEn : airport.name
  return other !== null && other !== airportName(airport, lang) ? other : null
}

/** Its name in a list: abroad with the country, `Malpensa Airport, Italy`, `马尔彭萨机场（意大利）`. */
export function airportTitle(airport: Airport, lang: Lang): string {
  const name = airportName(airport, lang)
  const country = lang === 'zh' ? airport.countryZh : airport.countryEn
  if (country === null || name === '' || name.includes(country)) return name
  const { bracketed, list } = joinText(lang)
  return lang === 'zh' ? bracketed(name, country) : list([name, country])
}

/** The airport's city, abroad with the country: `Milan, Italy`, `日本东京`; null if the list has none. */
export function airportCity(airport: Airport, lang: Lang): string | null {
  const city = lang === 'zh' ? airport.city : airport.cityEn
  const country = lang === 'zh' ? airport.countryZh : airport.countryEn
  if (!city || country === null || city.includes(country)) return city
  const { bracketed, list } = joinText(lang)
  if (lang === 'en') return list([city, country])
  return /[a-z]/i.test(city) ? bracketed(city, country) : country + city
}

/** City, province and, abroad, country in the language of the screen, `四川省成都市`; once where they are the same: `上海市`. */
export function airportPlace(airport: Airport, lang: Lang): string {
  const { city, province, cityEn, provinceEn, countryEn, countryZh } = airport
  const places = lang === 'zh' ? [city, province, countryZh] : [cityEn, provinceEn, countryEn]
  const known = [...new Set(places)].filter((place): place is string => Boolean(place))
  if (lang === 'en') return joinText(lang).list(known)
  // From large to small in Chinese; names in Latin letters are separated.
  const parts = known.reverse()
  return parts.some((place) => /[a-z]/i.test(place)) ? joinText(lang).list(parts) : parts.join('')
}
