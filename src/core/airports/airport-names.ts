import { placeEn } from '../geo/place-names.ts'
import type { Airport } from './airport.ts'
import { AIRPORT_NAMES } from './airport-names-data.ts'

const SIZES: Record<string, Airport['size']> = { L: 3, M: 2, S: 1 }

const byIcao = new Map<string, { iata: string | null; size: Airport['size']; nameEn: string }>()
for (const line of AIRPORT_NAMES.trim().split('\n')) {
  const [icao = '', iata = '-', size = '', ...name] = line.split(' ')
  byIcao.set(icao, { iata: iata === '-' ? null : iata, size: SIZES[size] ?? 0, nameEn: name.join(' ') })
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
