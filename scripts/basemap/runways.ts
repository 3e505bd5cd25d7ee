import { join } from 'node:path'
import type { Position } from 'geojson'
import { bearingDeg, destination, type LatLon } from '../../src/core/geo/geo.ts'
import { heldOrMade } from '../../src/core/util/held-or-made.ts'
import {
  asFeature,
  type Layer,
  type LayerFeature,
  POINTS,
  pointAt,
  readJson,
  records,
  SHAPES,
  type Table,
} from './layer.ts'

/** [longitude, latitude] of aerodromes by ICAO code. */
type Aerodromes = ReadonlyMap<string, Position>

type Ends = [Position, Position]

/** As the source names its fields; metres and degrees, null where they are not known. */
interface Runway {
  icao: string
  leIdent: string | null
  leLat: number | null
  leLon: number | null
  heIdent: string | null
  heLat: number | null
  heLon: number | null
  lengthM: number | null
  leHeadingDegTrue: number | null
}

/** The first zoom at which a runway is more than a dot. */
const FROM_ZOOM = 9
/** Fine enough for the direction of a runway; a tile of zoom 8 is 157 km wide. */
const EXTENT = 8192
/** Extent of an aerodrome's ground beyond its runways. */
const GROUND_BEYOND_KM = 0.3
/** Distance of parallel runways of which the data have only number and length. */
const APART_KM = 0.4

/** The places of the aerodromes of China and of the world, from the folder of the repository's data. */
export function readAerodromes(dataDir: string): Aerodromes {
  const china: { icao_code: string; longitude: number; latitude: number }[] = readJson(
    join(dataDir, 'airports-cn.json'),
  )
  const world: [icao: string, name: string, lon: number, lat: number][] = readJson(
    join(dataDir, 'airports-world.json.gz'),
  )
  return new Map<string, Position>([
    ...world.map(([icao, , lon, lat]): [string, Position] => [icao, [lon, lat]]),
    ...china.map(({ icao_code, longitude, latitude }): [string, Position] => [icao_code, [longitude, latitude]]),
  ])
}

/**
 * Runways by their ends; if these are unknown, by the aerodrome's point, their number and length (`approximate`: 1).
 * Runways with unknown direction or length are omitted. `aerodromes` is the ground below them: the coast's data is
 * older than some reclaimed land.
 */
export function runwayLayers(table: Table, aerodromes: Aerodromes): Layer[] {
  const corners = new Map<string, Position[]>()
  const runways: LayerFeature[] = []
  const labels: LayerFeature[] = []
  const add = (runway: Runway, ends: Ends, approximate: 0 | 1) => {
    runways.push(asFeature({ type: 'LineString', coordinates: ends }, { approximate, from: FROM_ZOOM }))
    labels.push(labelOf(runway, ends, approximate))
    heldOrMade(corners, runway.icao, () => []).push(...cornersAround(ends))
  }
  const unplaced = new Map<string, Runway[]>()
  for (const runway of records(table) as unknown as Runway[]) {
    const ends = endsOf(runway)
    if (ends) add(runway, ends, 0)
    else heldOrMade(unplaced, `${runway.icao} ${headingOf(runway)}`, () => []).push(runway)
  }
  for (const parallel of unplaced.values()) {
    parallel.forEach((runway, i) => {
      const ends = endsAround(runway, aerodromes.get(runway.icao), (i - (parallel.length - 1) / 2) * APART_KM)
      if (ends) add(runway, ends, 1)
    })
  }
  const ground = [...corners.values()].map((found) =>
    asFeature({ type: 'Polygon', coordinates: [hullOf(found)] }, { from: FROM_ZOOM }),
  )
  return [
    { name: 'runways', features: runways, ...SHAPES, tolerance: 0, extent: EXTENT },
    { name: 'runway_labels', features: labels, ...POINTS, keepsFrom: false, extent: EXTENT },
    { name: 'aerodromes', features: ground, ...SHAPES, tolerance: 0, extent: EXTENT },
  ]
}

/** At the centre, since a line may be in two tiles; `turn`: degrees clockwise to align it with the runway. */
function labelOf(
  runway: Runway,
  [[west = 0, south = 0], [east = 0, north = 0]]: Ends,
  approximate: 0 | 1,
): LayerFeature {
  const bearing = bearingDeg({ lat: south, lon: west }, { lat: north, lon: east })
  const name = [runway.leIdent, runway.heIdent].filter(Boolean).join('/')
  // The length of an approximate one is more informative than its line.
  const label = approximate === 1 ? `${name} ≈ ${runway.lengthM} m` : name
  const turn = Math.round((bearing % 180) - 90)
  return pointAt((west + east) / 2, (south + north) / 2, { label, turn, from: FROM_ZOOM })
}

function cornersAround([[west = 0, south = 0], [east = 0, north = 0]]: Ends): Position[] {
  const from = { lat: south, lon: west }
  const to = { lat: north, lon: east }
  const along = bearingDeg(from, to)
  const corners = [
    [from, along - 135],
    [from, along + 135],
    [to, along - 45],
    [to, along + 45],
  ] as const
  return corners.map(([end, bearing]) => {
    const { lon, lat } = destination(end, bearing, GROUND_BEYOND_KM * Math.SQRT2)
    return [lon, lat]
  })
}

/** The ring around all points that has no dents. */
function hullOf(points: Position[]): Position[] {
  const sorted = points.toSorted(([x = 0, y = 0], [x1 = 0, y1 = 0]) => x - x1 || y - y1)
  const half = (way: Position[]) => {
    const kept: Position[] = []
    for (const point of way) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop()
      kept.push(point)
    }
    return kept
  }
  return [...half(sorted).slice(0, -1), ...half(sorted.toReversed())]
}

/** Above 0 to the left, below to the right. */
const turn = ([x0 = 0, y0 = 0]: Position, [x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position) =>
  (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)

function endsOf({ leLon, leLat, heLon, heLat }: Runway): Ends | null {
  if (leLon === null || leLat === null || heLon === null || heLat === null) return null
  return [
    [leLon, leLat],
    [heLon, heLat],
  ]
}

function endsAround(runway: Runway, middle: Position | undefined, asideKm: number): Ends | null {
  const heading = headingOf(runway)
  if (!middle || heading === null || !runway.lengthM) return null
  const [lon = 0, lat = 0] = middle
  const halfKm = runway.lengthM / 2_000
  const centre = destination({ lat, lon }, heading + 90, asideKm)
  const [from, to] = [heading + 180, heading].map((bearing) => destination(centre, bearing, halfKm)) as [LatLon, LatLon]
  return [
    [from.lon, from.lat],
    [to.lon, to.lat],
  ]
}

/** Degrees; without a surveyed one, by the number, which leaves out the last digit and is magnetic. */
function headingOf({ leHeadingDegTrue, leIdent }: Runway): number | null {
  const number = /^(\d{2})/.exec(leIdent ?? '')?.[1]
  return leHeadingDegTrue ?? (number ? Number(number) * 10 : null)
}
