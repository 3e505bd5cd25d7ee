import type { Feature, FeatureCollection, LineString, Point, Polygon, Position } from 'geojson'
import { destination, type LatLon } from '../../../core/geo/geo.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'

const CORNERS = 36
/** The arrow reaches as far as the storm goes in this time. */
export const ARROW_MIN = 15
/** The head's sides, of the arrow's length, and how far they spread. */
const HEAD_SHARE = 0.22
const HEAD_MAX_KM = 8
const HEAD_SPREAD_DEG = 150

interface OutlineProperties {
  trend: string
}

/** What the map draws of storms: an outline each, an arrow where the motion is known, and what stands beside it. */
export interface StormShapes {
  outlines: FeatureCollection<Polygon, OutlineProperties>
  arrows: FeatureCollection<LineString>
  labels: FeatureCollection<Point, { text: string; rank: number }>
}

export function stormShapes(storms: readonly StormCell[], labelOf: (storm: StormCell) => string): StormShapes {
  const arrows: Feature<LineString>[] = []
  for (const storm of storms) {
    const { motion } = storm
    if (motion.kind !== 'moving') continue
    const { headingDeg, speedKmh } = motion
    const km = (speedKmh * ARROW_MIN) / 60
    const tip = destination(storm, headingDeg, km)
    const headKm = Math.min(HEAD_MAX_KM, km * HEAD_SHARE)
    const side = (turn: number) => destination(tip, headingDeg + turn, headKm)
    arrows.push(line([storm, tip]), line([side(HEAD_SPREAD_DEG), tip, side(-HEAD_SPREAD_DEG)]))
  }
  return {
    outlines: {
      type: 'FeatureCollection',
      features: storms.map((storm) => ({
        type: 'Feature',
        properties: { trend: storm.trend ?? 'unknown' },
        geometry: { type: 'Polygon', coordinates: [outline(storm)] },
      })),
    },
    arrows: { type: 'FeatureCollection', features: arrows },
    labels: {
      type: 'FeatureCollection',
      features: storms.map((storm) => ({
        type: 'Feature',
        properties: { text: labelOf(storm), rank: -(storm.strokesPerMin ?? 0) },
        geometry: { type: 'Point', coordinates: positionOf(destination(storm, 180, storm.minorKm)) },
      })),
    },
  }
}

function outline({ lat, lon, majorKm, minorKm, axisDeg }: StormCell): Position[] {
  const corners: Position[] = []
  for (let i = 0; i <= CORNERS; i++) {
    const angle = (2 * Math.PI * (i % CORNERS)) / CORNERS
    const along = majorKm * Math.cos(angle)
    const across = minorKm * Math.sin(angle)
    const bearing = axisDeg + (Math.atan2(across, along) * 180) / Math.PI
    corners.push(near(positionOf(destination({ lat, lon }, bearing, Math.hypot(along, across))), lon))
  }
  return corners
}

function line(points: readonly LatLon[]): Feature<LineString> {
  const first = points[0]!.lon
  const coordinates = points.map((point) => near(positionOf(point), first))
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }
}

/** A longitude counted on past ±180°, so that what crosses the antimeridian stays whole. */
function near([lon, lat]: Position, to: number): Position {
  return [lon! - Math.round((lon! - to) / 360) * 360, lat!]
}

function positionOf({ lat, lon }: LatLon): Position {
  return [lon, lat]
}
