import type { Airport } from '../airports/airport.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM } from '../airports/rings.ts'
import { distancesOf, type Ladders, ladderOf, type RulesEntry, type StatedLevels } from '../levels/ladder-of.ts'

/** Longitude and latitude, as in GeoJSON. */
export type Position = readonly [lon: number, lat: number]

/** GeoJSON geometries (RFC 7946) of a place. */
export type PlaceGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'MultiLineString'; coordinates: readonly (readonly Position[])[] }
  | { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] }

/** A monitored place: an airport, a golf course, a power line. */
export interface Place {
  id: string
  name: string
  /** Null without a Chinese name. */
  nameZh: string | null
  geometry: PlaceGeometry
  /** All distances of its lightning levels from the geometry, innermost first. */
  ringsKm: readonly number[]
  /** The longest hold time of its lightning levels, minutes. */
  holdMin: number
  /** Its own level settings; absent if it has only rings and hold time. */
  stated?: StatedLevels
  /** Its levels from its own settings and the rules; absent before the rules are known. */
  ladders?: Ladders | undefined
  /** The place whose geometry and reports it shares; absent for its own. */
  at?: string
  /** For a viewer's ladders: the common place, their owner, and their key. Only the owner sees their rows and states. */
  own?: { place: Place; viewer: string; key: string }
  /** Group in lists; null without one. */
  group: string | null
  /** IANA name; null if unknown. */
  timeZone: string | null
  /** Local monitoring hours, such as `Mo-Fr 06:00-22:00`; null for always. */
  hours: string | null
  /**
   * Local time at which the daily report is e-mailed to the receivers of its alarms, such as `07:00`; absent for never.
   */
  dailyReport?: string
}

/** A place as entered in a file or form: with `at` its geometry is another place's. */
export interface StatedPlace extends Omit<Place, 'geometry'> {
  geometry: PlaceGeometry | null
}

/** Group of all listed airports. */
export const AIRPORTS = 'airports'

/** An airport, without level settings: the rules apply. */
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

/** The place that its rows and states name. */
export function commonPlace(place: Place): Place {
  return place.own?.place ?? place
}

/** A place with its levels from its own settings and the rules, and the resulting distances and hold time. */
export function withLadders<Kind extends StatedPlace>(place: Kind, entries: readonly RulesEntry[]): Kind {
  const stated = statedOf(place)
  const ladders = ladderOf({ ...place, stated }, entries)
  return { ...place, stated, ladders, ...reachOf(ladders) }
}

/** The distances and the longest hold time of ladders. */
export function reachOf({ lightning }: Ladders): Pick<Place, 'ringsKm' | 'holdMin'> {
  return { ringsKm: distancesOf(lightning), holdMin: Math.max(...lightning.map(({ holdMin }) => holdMin)) }
}

/** Levels of a place; without rules from its own settings and the defaults. */
export function laddersOf(place: StatedPlace): Ladders {
  return place.ladders ?? ladderOf({ ...place, stated: statedOf(place) }, [])
}

/** Level settings of a place. */
export function statedOf({ stated, ringsKm, holdMin }: StatedPlace): StatedLevels {
  return stated ?? { ringsKm, holdMin }
}
