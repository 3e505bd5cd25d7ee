import AIRPORT_NAMES from '../../../data/airport-names-cn.json' with { type: 'json' }
import { countryAbroad } from '../geo/countries.ts'
import { placeEn } from '../geo/place-names.ts'
import type { Airport } from './airport.ts'
import { countryOfIcao } from './airport-country.ts'

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
