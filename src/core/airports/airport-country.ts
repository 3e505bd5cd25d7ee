import ICAO_COUNTRIES from '../../../data/icao-countries.json' with { type: 'json' }

/** Countries by location indicator prefix (ICAO Doc 7910); null for disputed borders. */
const BY_PREFIX: ReadonlyMap<string, string | null> = new Map(Object.entries(ICAO_COUNTRIES))

/** Three-letter country code of an airport, by the longest known prefix; null if unknown. */
export function countryOfIcao(icao: string): string | null {
  for (let length = icao.length; length > 0; length--) {
    const country = BY_PREFIX.get(icao.slice(0, length))
    if (country !== undefined) return country
  }
  return null
}
