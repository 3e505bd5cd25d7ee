import AIRPORT_NAMES from '../../../data/airport-names-cn.json' with { type: 'json' }
import { placeEn } from '../geo/place-names.ts'
import type { Airport } from './airport.ts'

const byIcao = new Map(Object.entries(AIRPORT_NAMES as Record<string, Pick<Airport, 'iata' | 'size' | 'nameEn'>>))

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
