import type { Airport as AirportRecord } from '../contract/standard.ts'

/** An airport of the list, in our names. */
export interface Airport {
  icao: string
  /** Not part of the contract; null where the list does not carry it. */
  iata: string | null
  name: string | null
  /** Not part of the contract; null where the list does not carry it. */
  nameEn: string | null
  lat: number
  lon: number
  elevationM: number | null
  province: string | null
  city: string | null
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
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
