import { NAME_MAX, unicodeForm } from '../../contract/display-text.ts'
import { isSimilar } from '../util/edit-distance.ts'
import type { Airport } from './airport.ts'

/** Airports matching `query`, best first: codes, then names in both languages, then city, province and country. */
export function searchAirports<T extends Airport>(airports: readonly T[], query: string, limit: number): T[] {
  const words = wordsOf(query.slice(0, NAME_MAX))
  if (words.length === 0) return []
  const found: { airport: T; rank: number }[] = []
  for (const airport of airports) {
    const rank = rankOf(airport, words)
    if (rank !== null) found.push({ airport, rank })
  }
  found.sort((a, b) => a.rank - b.rank || (a.airport.icao < b.airport.icao ? -1 : 1))
  return found.slice(0, limit).map(({ airport }) => airport)
}

/** Airports with a name or city similar to each word of `query`. */
export function nearAirports<T extends Airport>(airports: readonly T[], query: string, limit: number): T[] {
  const words = wordsOf(query.slice(0, NAME_MAX))
  const isNear = ({ name, nameEn, city, cityEn }: T) => {
    const names = wordsOf([name, nameEn, city, cityEn].join(' '))
    return words.length > 0 && words.every((word) => names.some((each) => isSimilar(each, word)))
  }
  return airports.filter(isNear).slice(0, limit)
}

function wordsOf(text: string): string[] {
  return [...new Set(fold(text).split(' '))].filter(Boolean)
}

/** Sum of the ranks of all words; null if any word does not match. */
function rankOf(airport: Airport, words: readonly string[]): number | null {
  let total = 0
  for (const word of words) {
    const rank = wordRank(airport, word)
    if (rank === null) return null
    total += rank
  }
  return total
}

function wordRank(airport: Airport, word: string): number | null {
  const icao = fold(airport.icao)
  const iata = fold(airport.iata ?? '')
  const name = fold(airport.name ?? '')
  const nameEn = fold(airport.nameEn ?? '')
  if (icao === word || iata === word) return 0
  if (icao.startsWith(word)) return 1
  if (iata.startsWith(word)) return 2
  // A whole word first: `xian` means Xi'an, not Xiangxi.
  if (hasWord(`${name} `, `${word} `) || hasWord(`${nameEn} `, `${word} `)) return 3
  if (name.startsWith(word) || nameEn.startsWith(word)) return 4
  if (hasWord(nameEn, word) || (isIdeographic(word) && name.includes(word))) return 5
  if (isIn(word, airport.city, airport.cityEn)) return 6
  if (isIn(word, airport.province, airport.provinceEn, airport.countryEn, airport.countryZh)) return 7
  // Inside a word only from three letters on: fewer letters occur in nearly every name.
  return word.length >= 3 && (nameEn.includes(word) || name.includes(word)) ? 8 : null
}

function isIn(word: string, ...names: (string | null)[]): boolean {
  return names.some((name) => name !== null && fold(name).includes(word))
}

function hasWord(text: string, word: string): boolean {
  return ` ${text}`.includes(` ${word}`)
}

function isIdeographic(word: string): boolean {
  return /\p{Script=Han}/u.test(word)
}

/** Ignores case, width, accents, apostrophes and hyphens: `Xi'an`, `xian`. */
export function fold(text: string): string {
  return unicodeForm(text, 'NFKD')
    .replace(/[\p{Mark}'’‘`]/gu, '')
    .replace(/[-/,.()\s]+/g, ' ')
    .trim()
    .toLowerCase()
}
