import type { Airport } from '../airports/airport.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM } from '../airports/rings.ts'
import { distancesOf, type Ladders, ladderOf, type RulesEntry, type StatedLevels } from '../levels/ladder-of.ts'

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
  /** All distances of its lightning levels from the geometry, from the inside out. */
  ringsKm: readonly number[]
  /** The longest hold time of its lightning levels, minutes. */
  holdMin: number
  /** What it states of its own levels; its rings and hold time where that is absent. */
  stated?: StatedLevels
  /** Its levels by its own statement and by the rules; absent before the rules are known. */
  ladders?: Ladders | undefined
  /** The place whose geometry and reports it has; absent for its own. */
  at?: string
  /** What it is listed under; null where it is in no group. */
  group: string | null
  /** IANA; null where nothing says. */
  timeZone: string | null
  /** When it is guarded, by the clocks of its time zone, such as `Mo-Fr 06:00-22:00`; null for always. */
  hours: string | null
  /** When the report of the day before goes out to whom its alarms reach by e-mail, by those clocks, such as `07:00`; absent for never. */
  dailyReport?: string
}

/** A place as a file or the form states it: one with `at` has no geometry of its own. */
export interface StatedPlace extends Omit<Place, 'geometry'> {
  geometry: PlaceGeometry | null
}

/** The group of all airports of the list. */
const AIRPORTS = 'airports'

/** An airport, which states no levels of its own: those of the rules count. */
export function placeOfAirport(airport: Airport): Place {
  return {
    stated: {},
    id: airport.icao,
    name: airport.nameEn ?? airport.icao,
    nameZh: airport.name,
    geometry: { type: 'Point', coordinates: [airport.lon, airport.lat] },
    ringsKm: RINGS_DEFAULT_KM,
    holdMin: HOLD_MINUTES_DEFAULT,
    group: AIRPORTS,
    timeZone: null,
    hours: null,
  }
}

/** A place with its levels by its own statement and by the rules, and the distances and hold time that follow from them. */
export function withLadders<Kind extends StatedPlace>(place: Kind, entries: readonly RulesEntry[]): Kind {
  const stated = statedOf(place)
  const ladders = ladderOf({ ...place, stated }, entries)
  return { ...place, stated, ladders, ...reachOf(ladders) }
}

/** The distances and the longest hold time of a place with such ladders. */
export function reachOf({ lightning }: Ladders): Pick<Place, 'ringsKm' | 'holdMin'> {
  return { ringsKm: distancesOf(lightning), holdMin: Math.max(...lightning.map(({ holdMin }) => holdMin)) }
}

/** The levels of a place; by its own statement and the defaults where the rules were not asked. */
export function laddersOf(place: StatedPlace): Ladders {
  return place.ladders ?? ladderOf({ ...place, stated: statedOf(place) }, [])
}

/** What a place states of its levels. */
export function statedOf({ stated, ringsKm, holdMin }: StatedPlace): StatedLevels {
  return stated ?? { ringsKm, holdMin }
}
