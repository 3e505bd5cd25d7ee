import type { Feature, FeatureCollection, LineString, Point, Polygon, Position } from 'geojson'
import { destination, type LatLon } from '../../../core/geo/geo.ts'
import type { StormBadge } from '../../../core/storms/storm-badges.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { ratePerMin } from './storm-list.ts'

const CORNERS = 36
const STEPS_PER_DEG = 1_000
/** An arrow has a mark where the storm is in the first of these times, and ends where it is in the second. */
const ARROW_MIN = [15, 30] as const

/** What is written beside a storm: all of it, and its name alone for where there is no room for more; in its disc its rate. */
export interface StormWords {
  number: string
  text: string
  name: string
}

export interface StormProperties extends StormWords {
  id: number
  perMin: number
}

/** What the map draws of storms: a disc and an outline each, an arrow where the motion is known, and what stands beside it. */
export interface StormShapes {
  middles: FeatureCollection<Point, StormProperties>
  outlines: FeatureCollection<Polygon, { id: number; badge: StormBadge['kind'] | 'none' }>
  arrows: FeatureCollection<LineString>
  /** Where an arrow has its mark, and where its head. */
  arrowMarks: FeatureCollection<Point, { minutes: number; headingDeg: number }>
  labels: FeatureCollection<Point, StormProperties>
}

/** Where no outline is to be seen there are discs alone. `watched` is the share of fifteen minutes, 0 to 1. */
export function stormShapes(
  storms: readonly StormCell[],
  badges: ReadonlyMap<number, StormBadge>,
  wordsOf: (storm: StormCell) => StormWords,
  { areOutlined = true, watched }: { areOutlined?: boolean; watched: number },
): StormShapes {
  const outlined = areOutlined ? storms : []
  const arrows: Feature<LineString>[] = []
  const arrowMarks: StormShapes['arrowMarks']['features'] = []
  for (const storm of outlined) {
    const { motion } = storm
    if (motion.kind !== 'moving') continue
    const { headingDeg, speedKmh } = motion
    const points = ARROW_MIN.map((minutes) => destination(storm, headingDeg, (speedKmh * minutes) / 60))
    arrows.push(line([storm, ...points]))
    for (const [i, minutes] of ARROW_MIN.entries()) {
      arrowMarks.push(pointAt(points[i]!, { minutes, headingDeg: Math.round(headingDeg) }, storm.lon))
    }
  }
  const told = storms.map((storm) => ({ id: storm.id, perMin: ratePerMin(storm, watched), ...wordsOf(storm) }))
  return {
    middles: collection(storms.map((storm, i) => pointAt(storm, told[i]!))),
    outlines: collection(
      outlined.map((storm) => ({
        type: 'Feature',
        properties: { id: storm.id, badge: badges.get(storm.id)?.kind ?? 'none' },
        geometry: { type: 'Polygon', coordinates: [outline(storm)] },
      })),
    ),
    arrows: collection(arrows),
    arrowMarks: collection(arrowMarks),
    labels: collection(outlined.map((storm, i) => pointAt(destination(storm, 180, southernKm(storm)), told[i]!))),
  }
}

function collection<Shape extends Feature>(features: Shape[]) {
  return { type: 'FeatureCollection' as const, features }
}

function outline({ lat, lon, majorKm, minorKm, axisDeg }: StormCell): Position[] {
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
function southernKm({ majorKm, minorKm, axisDeg }: StormCell): number {
  const axis = (axisDeg * Math.PI) / 180
  return Math.hypot(majorKm * Math.cos(axis), minorKm * Math.sin(axis))
}

function line(points: readonly LatLon[]): Feature<LineString> {
  const coordinates = points.map((point) => near(point, points[0]!.lon))
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }
}

function pointAt<Properties>(place: LatLon, properties: Properties, toLon = place.lon): Feature<Point, Properties> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: near(place, toLon) } }
}

/**
 * A longitude counted on past ±180°, so that what crosses the antimeridian stays whole. Rounded to 100 m: a storm is
 * known to kilometres, and one whose middle moved by less is not drawn anew.
 */
function near({ lat, lon }: LatLon, toLon: number): Position {
  return [rounded(lon - Math.round((lon - toLon) / 360) * 360), rounded(lat)]
}

const rounded = (deg: number) => Math.round(deg * STEPS_PER_DEG) / STEPS_PER_DEG
