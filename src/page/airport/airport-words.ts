import type { Airport } from '../../core/airports/airport.ts'
import { fillIn } from '../../core/util/fill-in.ts'
import { formatTexts } from '../../core/util/format-texts.ts'
import { joinText } from '../../core/util/join-text.ts'
import { type Lang, languageOf } from '../../locales/languages.ts'
import { localValue } from '../../locales/local-name.ts'

/** Names in Latin letters are separated, those in Chinese characters are not. */
const LATIN = /[a-z]/i

const countryIn = ({ countryEn, countryZh }: Airport, lang: Lang) => localValue(lang, { en: countryEn, zh: countryZh })

/** The airport's name in the page's language if the list has it, else in its other language. */
export function airportName(airport: Airport, lang: Lang): string {
  const { name, nameEn } = airport
  return localValue(lang, { en: nameEn, zh: name }) ?? name ?? nameEn ?? ''
}

/** The name in the other language, where there are two. */
export function airportOtherName(airport: Airport, lang: Lang): string | null {
  const other = localValue(lang, { en: airport.name, zh: airport.nameEn })
  return other !== null && other !== airportName(airport, lang) ? other : null
}

/** Its name in a list: abroad with the country, `Malpensa Airport, Italy`, `马尔彭萨机场（意大利）`. */
export function airportTitle(airport: Airport, lang: Lang): string {
  const name = airportName(airport, lang)
  const country = countryIn(airport, lang)
  if (country === null || name === '' || name.includes(country)) return name
  return fillIn(formatTexts(lang).nameInCountry, { name, country })
}

/** The airport's city, abroad with the country: `Milan, Italy`, `日本东京`; null if the list has none. */
export function airportCity(airport: Airport, lang: Lang): string | null {
  const city = localValue(lang, { en: airport.cityEn, zh: airport.city })
  const country = countryIn(airport, lang)
  if (!city || country === null || city.includes(country)) return city
  const { inCountry, nameInCountry } = formatTexts(lang)
  return fillIn(LATIN.test(city) ? nameInCountry : inCountry, { name: city, country })
}

/** City, province and, abroad, country in the language of the screen, `四川省成都市`; once where they are the same: `上海市`. */
export function airportPlace(airport: Airport, lang: Lang): string {
  const { city, province, cityEn, provinceEn, countryEn, countryZh } = airport
  const places = localValue(lang, { en: [cityEn, provinceEn, countryEn], zh: [city, province, countryZh] })
  const known = [...new Set(places)].filter((place): place is string => Boolean(place))
  const parts = languageOf(lang).largestPlaceFirst ? known.reverse() : known
  return parts.some((place) => LATIN.test(place)) ? joinText(lang).list(parts) : parts.join('')
}
