import type { Airport } from './airport.ts'
import { AIRPORT_NAMES } from './airport-names-data.ts'
import { PLACE_NAMES } from './place-names-data.ts'

const SIZES: Record<string, Airport['size']> = { L: 3, M: 2, S: 1 }

const byIcao = new Map<string, { iata: string | null; size: Airport['size']; nameEn: string }>()
for (const line of AIRPORT_NAMES.trim().split('\n')) {
  const [icao = '', iata = '-', size = '', ...name] = line.split(' ')
  byIcao.set(icao, { iata: iata === '-' ? null : iata, size: SIZES[size] ?? 0, nameEn: name.join(' ') })
}

const placesEn = new Map<string, string>()
for (const line of PLACE_NAMES.trim().split('\n')) {
  const [place = '', ...name] = line.split(' ')
  placesEn.set(place, name.join(' '))
  placesEn.set(withoutKind(place), name.join(' '))
}

/** The airport with its IATA code, size and English names, where the list leaves them out and they are known. */
export function withKnownNames(airport: Airport): Airport {
  const known = byIcao.get(airport.icao)
  return {
    ...airport,
    iata: airport.iata ?? known?.iata ?? null,
    nameEn: airport.nameEn ?? known?.nameEn ?? null,
    size: airport.size || (known?.size ?? 0),
    provinceEn: placeEn(airport.province),
    cityEn: placeEn(airport.city),
  }
}

/** A name that is not Chinese is good in English too. */
function placeEn(place: string | null): string | null {
  if (place === null || !/\p{Script=Han}/u.test(place)) return place
  return placesEn.get(place) ?? placesEn.get(withoutKind(place)) ?? null
}

/** `上海市` is `上海` to some lists. */
function withoutKind(place: string): string {
  return place.replace(/(?<=..)(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市|地区|盟|县)$/, '')
}
