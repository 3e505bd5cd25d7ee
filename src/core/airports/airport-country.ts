import ICAO_COUNTRIES from '../../../data/icao-countries.json' with { type: 'json' }

/** Countries by what the location indicators of their airports begin with (ICAO Doc 7910); null where borders are disputed. */
const BY_PREFIX: ReadonlyMap<string, string | null> = new Map(Object.entries(ICAO_COUNTRIES))

/** The three-letter code of the country of an airport, by the longest beginning that is known; null where none is. */
export function countryOfIcao(icao: string): string | null {
  for (let length = icao.length; length > 0; length--) {
    const country = BY_PREFIX.get(icao.slice(0, length))
    if (country !== undefined) return country
  }
  return null
}
