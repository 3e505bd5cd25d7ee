import AIRPORT_NAMES from '../../../data/airport-names-cn.json' with { type: 'json' }
import ICAO_COUNTRIES from '../../../data/icao-countries.json' with { type: 'json' }
import { countryAbroad } from '../geo/countries.ts'
import { placeEn } from '../geo/place-names.ts'
import type { Airport } from './airport.ts'

/** Countries by location indicator prefix (ICAO Doc 7910); null for disputed borders. */
const BY_PREFIX: ReadonlyMap<string, string | null> = new Map(Object.entries(ICAO_COUNTRIES))

const byIcao = new Map(Object.entries(AIRPORT_NAMES as Record<string, Pick<Airport, 'iata' | 'size' | 'nameEn'>>))

/** Fills in IATA code, size, English names and, abroad, country, if the list lacks them. */
export function withKnownNames(airport: Airport): Airport {
  const known = byIcao.get(airport.icao)
  const country = countryOfIcao(airport.icao)
  return {
    ...airport,
    iata: airport.iata ?? known?.iata ?? null,
    nameEn: airport.nameEn ?? known?.nameEn ?? null,
    size: airport.size || (known?.size ?? 0),
    provinceEn: placeEn(airport.province),
    cityEn: placeEn(airport.city),
    countryEn: country && countryAbroad(country, 'en'),
    countryZh: country && countryAbroad(country, 'zh'),
  }
}

/** Three-letter country code of an airport, by the longest known prefix; null if unknown. */
export function countryOfIcao(icao: string): string | null {
  for (let length = icao.length; length > 0; length--) {
    const country = BY_PREFIX.get(icao.slice(0, length))
    if (country !== undefined) return country
  }
  return null
}
