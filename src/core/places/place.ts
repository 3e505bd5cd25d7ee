import type { Airport } from '../airports/airport.ts'

/** Longitude and latitude, as GeoJSON has them. */
export type Position = readonly [lon: number, lat: number]

/** The geometries of GeoJSON (RFC 7946) that a place may have. */
export type PlaceGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'MultiLineString'; coordinates: readonly (readonly Position[])[] }
  | { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] }

/** What is guarded: an airport, a golf course, a power line. */
export interface Place {
  id: string
  name: string
  /** Null where it has no Chinese name. */
  nameZh: string | null
  geometry: PlaceGeometry
  /** One to four distances from the geometry, from the inside out. */
  ringsKm: readonly number[]
  /** How long the rings have to be without a strike. */
  holdMin: number
  /** What it is listed under; null where it is in no group. */
  group: string | null
  /** IANA; null where nothing says. */
  timeZone: string | null
  /** When it is guarded, by the clocks of its time zone, such as `Mo-Fr 06:00-22:00`; null for always. */
  hours: string | null
  /** When the report of the day before goes out to whom its alarms reach by e-mail, by those clocks, such as `07:00`; absent for never. */
  dailyReport?: string
}

/** The group of all airports of the list. */
const AIRPORTS = 'airports'

export function placeOfAirport(airport: Airport, ringsKm: readonly number[], holdMin: number): Place {
  return {
    id: airport.icao,
    name: airport.nameEn ?? airport.icao,
    nameZh: airport.name,
    geometry: { type: 'Point', coordinates: [airport.lon, airport.lat] },
    ringsKm,
    holdMin,
    group: AIRPORTS,
    timeZone: null,
    hours: null,
  }
}
