import type { Airport as AirportRecord } from '../../contract/standard.ts'
import { parseInstantMs } from '../../contract/time.ts'

/** An airport of the list, with our field names. */
export interface Airport {
  icao: string
  /** Beyond the contract; null if the list lacks it. */
  iata: string | null
  name: string | null
  /** Beyond the contract; null if the list lacks it. */
  nameEn: string | null
  lat: number
  lon: number
  elevationM: number | null
  province: string | null
  city: string | null
  /** In English, if known; the list has local names. */
  provinceEn: string | null
  cityEn: string | null
  /** Of an airport abroad, in either language; null at home, and for an unknown country. */
  countryEn: string | null
  countryZh: string | null
  /** 3 large, 2 medium, 1 small, 0 unknown. */
  size: 0 | 1 | 2 | 3
  /** Unix ms of the earliest available report; null if unknown. */
  earliestMs: number | null
}

export function airportFromRecord(record: AirportRecord): Airport {
  return {
    icao: record.icao_code.trim().toUpperCase(),
    iata: textOf(record.iata_code)?.toUpperCase() ?? null,
    name: textOf(record.name),
    nameEn: textOf(record.name_en),
    lat: record.latitude,
    lon: record.longitude,
    elevationM: record.altitude ?? null,
    province: textOf(record.province),
    city: textOf(record.city),
    provinceEn: null,
    cityEn: null,
    countryEn: null,
    countryZh: null,
    size: SIZES.get(textOf(record.type)) ?? 0,
    earliestMs: parseInstantMs(record.earliest_obser_time),
  }
}

/** Beyond the contract; names as in OurAirports. */
const SIZES = new Map<string | null, Airport['size']>([
  ['large_airport', 3],
  ['medium_airport', 2],
  ['small_airport', 1],
])

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
