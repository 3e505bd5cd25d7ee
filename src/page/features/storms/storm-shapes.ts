import type { Feature, FeatureCollection, LineString, Point, Polygon, Position } from 'geojson'
import type { Storm } from '../../../contract/nowcast.ts'
import { destination, type LatLon, RAD } from '../../../core/geo/geo.ts'
import { badgeOf, type StormBadge } from '../../../core/storms/storm-badges.ts'
import { courseOf } from '../../../core/storms/storm-cells.ts'
import { ratePerMin } from '../../../core/storms/storm-rate.ts'

const CORNERS = 36
const STEPS_PER_DEG = 1_000
/** Minutes at which a cone has a tick; it ends at the last. */
const TICKS_MIN = [15, 30] as const
/** Points of a tick, from one side of the cone to the other. */
const TICK_POINTS = 9

/** Labels of a storm: the full one, its name alone for little room, and its rate inside the ring. */
export interface StormWords {
  number: string
  text: string
  name: string
}

export interface StormProperties extends StormWords {
  id: number
  perMin: number
  badge: StormBadge['kind'] | 'none'
}

export interface StormShapes {
  middles: FeatureCollection<Point, StormProperties>
  outlines: FeatureCollection<Polygon, Pick<StormProperties, 'id' | 'badge'>>
  /** Where the storm may be up to the last tick, by the error of its motion. */
  cones: FeatureCollection<Polygon>
  /** Lines across the cones, each with a point for its minutes. */
  ticks: FeatureCollection<LineString | Point, { minutes: number }>
  labels: FeatureCollection<Point, StormProperties>
}

/** Where no outline is to be seen there are rings alone. `observed` is the share of fifteen minutes, 0 to 1. */
export function stormShapes(
  storms: readonly Storm[],
  wordsOf: (storm: Storm) => StormWords,
  { areOutlined = true, observed }: { areOutlined?: boolean; observed: number },
): StormShapes {
  const outlined = areOutlined ? storms : []
  const cones = outlined.map(coneOf).filter((cone) => cone !== null)
  const badgeIn = (storm: Storm): StormProperties['badge'] => badgeOf(storm)?.kind ?? 'none'
  const told = storms.map((storm): StormProperties => {
    return { id: storm.id, perMin: ratePerMin(storm, observed), badge: badgeIn(storm), ...wordsOf(storm) }
  })
  return {
    middles: collection(storms.map((storm, i) => pointAt(storm, told[i]!))),
    outlines: collection(outlined.map((storm) => polygon([outline(storm)], { id: storm.id, badge: badgeIn(storm) }))),
    cones: collection(cones.map(({ sides }) => polygon([sides], {}))),
    ticks: collection(cones.flatMap(({ ticks }) => ticks)),
    labels: collection(outlined.map((storm, i) => pointAt(destination(storm, 180, southernKm(storm)), told[i]!))),
  }
}

/** Null if the course is too uncertain to be drawn. */
function coneOf(storm: Storm): { sides: Position[]; ticks: StormShapes['ticks']['features'] } | null {
  const course = courseOf(storm)
  if (!course) return null
  const { headingDeg, speedKmh, errorKmh } = course
  const halfDeg = Math.atan2(errorKmh, speedKmh) / RAD
  const across = (minutes: number) =>
    Array.from({ length: TICK_POINTS }, (_, i) => {
      const bearing = headingDeg + halfDeg * ((2 * i) / (TICK_POINTS - 1) - 1)
      return near(destination(storm, bearing, (speedKmh * minutes) / 60), storm.lon)
    })
  const middle = near(storm, storm.lon)
  return {
    sides: [middle, ...across(TICKS_MIN.at(-1)!), middle],
    ticks: TICKS_MIN.flatMap((minutes): StormShapes['ticks']['features'] => {
      const coordinates = across(minutes)
      const properties = { minutes }
      return [
        { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } },
        { type: 'Feature', properties, geometry: { type: 'Point', coordinates: coordinates[(TICK_POINTS - 1) / 2]! } },
      ]
    }),
  }
}

/** Where a storm was in the last two hours, up to now. */
export function trackBehind(storm: Storm): Feature<LineString> {
  const coordinates = [...storm.track, storm].map((point) => near(point, storm.lon))
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }
}

function polygon<Properties>(coordinates: Position[][], properties: Properties): Feature<Polygon, Properties> {
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } }
}

function collection<Shape extends Feature>(features: Shape[]) {
  return { type: 'FeatureCollection' as const, features }
}

function outline({ lat, lon, majorKm, minorKm, axisDeg }: Storm): Position[] {
  const corners: Position[] = []
  for (let i = 0; i <= CORNERS; i++) {
    const angle = (2 * Math.PI * (i % CORNERS)) / CORNERS
    const along = majorKm * Math.cos(angle)
    const across = minorKm * Math.sin(angle)
    const bearing = axisDeg + (Math.atan2(across, along) * 180) / Math.PI
    corners.push(near(destination({ lat, lon }, bearing, Math.hypot(along, across)), lon))
  }
  return corners
}

/** How far an outline reaches to the south of its middle. */
function southernKm({ majorKm, minorKm, axisDeg }: Storm): number {
  const axis = (axisDeg * Math.PI) / 180
  return Math.hypot(majorKm * Math.cos(axis), minorKm * Math.sin(axis))
}

function pointAt<Properties>(place: LatLon, properties: Properties): Feature<Point, Properties> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: near(place, place.lon) } }
}

/**
 * A longitude unwrapped beyond ±180°, so that shapes across the antimeridian stay whole. Rounded to 100 m: storm
 * positions are accurate to kilometres, and smaller movements need no redraw.
 */
function near({ lat, lon }: LatLon, toLon: number): Position {
  return [rounded(lon - Math.round((lon - toLon) / 360) * 360), rounded(lat)]
}

const rounded = (deg: number) => Math.round(deg * STEPS_PER_DEG) / STEPS_PER_DEG
