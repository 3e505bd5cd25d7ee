import type { Feature, FeatureCollection, LineString, Polygon, Position } from 'geojson'
import type { LatLon } from '../../../core/geo/geo.ts'
import { darkSpan } from '../../../core/geo/sun.ts'

/** Sunset with refraction, and the ends of civil, nautical and astronomical twilight; degrees. */
const ALTITUDES_DEG = [-0.833, -6, -12, -18]
const STEP_DEG = 1

/** Night and the depths of twilight as stacked areas, and the line of sunrise and sunset. */
export function nightAreas(sun: LatLon): FeatureCollection<Polygon | LineString> {
  const areas = ALTITUDES_DEG.flatMap((altitude) =>
    runsOf(sun, altitude).map(
      ({ south, north }): Feature<Polygon> => ({
        type: 'Feature',
        properties: { kind: 'dark' },
        geometry: { type: 'Polygon', coordinates: [[...south, ...north.toReversed(), south[0]!]] },
      }),
    ),
  )
  const lines = runsOf(sun, ALTITUDES_DEG[0]!)
    .flatMap(({ south, north }) => [south, north].flatMap(offPoles))
    .map(
      (coordinates): Feature<LineString> => ({
        type: 'Feature',
        properties: { kind: 'terminator' },
        geometry: { type: 'LineString', coordinates },
      }),
    )
  return { type: 'FeatureCollection', features: [...areas, ...lines] }
}

interface Run {
  south: Position[]
  north: Position[]
}

/** The dark part between -180° and 180° as runs of neighbouring meridians. */
function runsOf(sun: LatLon, altitude: number): Run[] {
  const runs: Run[] = []
  let run: Run | null = null
  for (let lon = -180; lon <= 180; lon += STEP_DEG) {
    const span = darkSpan(lon, sun, altitude)
    if (!span) {
      run = null
      continue
    }
    if (!run) {
      run = { south: [], north: [] }
      runs.push(run)
    }
    run.south.push([lon, span[0]])
    run.north.push([lon, span[1]])
  }
  return runs.filter(({ south }) => south.length > 1)
}

/** The parts of an edge off the poles: where the dark reaches a pole the sun neither rises nor sets. */
function offPoles(edge: Position[]): Position[][] {
  const parts: Position[][] = [[]]
  for (const point of edge) {
    if (Math.abs(point[1]!) < 90) parts.at(-1)!.push(point)
    else if (parts.at(-1)!.length > 0) parts.push([])
  }
  return parts.filter((part) => part.length > 1)
}
