import type { Airport } from './airport.ts'
import { AIRPORT_NAMES } from './airport-names-data.ts'

const byIcao = new Map<string, { iata: string | null; nameEn: string }>()
for (const line of AIRPORT_NAMES.trim().split('\n')) {
  const [icao = '', iata = '-', ...name] = line.split(' ')
  byIcao.set(icao, { iata: iata === '-' ? null : iata, nameEn: name.join(' ') })
}

/** The airport with its IATA code and English name, where the list leaves them out and they are known. */
export function withKnownNames(airport: Airport): Airport {
  const known = byIcao.get(airport.icao)
  if (!known) return airport
  return { ...airport, iata: airport.iata ?? known.iata, nameEn: airport.nameEn ?? known.nameEn }
}
