import type { Geometry, Position } from 'geojson'
import { merge, mesh } from 'topojson-client'
import { namesOf } from './corrections.ts'
import {
  type Areas,
  asFeature,
  crossingsAt,
  featuresOf,
  HOME,
  type Layer,
  objectOf,
  POINTS,
  pointAt,
  propertiesOf,
  SHAPES,
  type Topology,
  wholeZoom,
} from './layer.ts'

/** Depths without the seams along which the source cuts the oceans into parts. */
export function depthLayer(topology: Topology): Layer {
  const areas = objectOf(topology).geometries.filter((g) => g.type === 'Polygon' || g.type === 'MultiPolygon')
  const depthOf = (g: (typeof areas)[number]) => Number(propertiesOf(g).depth)
  const depths = [...new Set(areas.map(depthOf))].sort((a, b) => a - b)
  const features = depths.flatMap((depth) =>
    merge(
      topology,
      areas.filter((g) => depthOf(g) === depth),
    ).coordinates.map((rings) => asFeature({ type: 'Polygon', coordinates: withoutSlivers(rings) }, { depth })),
  )
  return { name: 'depth', features, ...SHAPES, tolerance: 8 }
}

/** A narrower hole is a gap between two parts of the source's ocean and not a shoal. */
const SLIVER_WIDTH_DEG = 0.05

function withoutSlivers([outer = [], ...holes]: Position[][]): Position[][] {
  return [outer, ...holes.filter((ring) => meanWidthDeg(ring) > SLIVER_WIDTH_DEG)]
}

function meanWidthDeg(ring: Position[]): number {
  let doubleArea = 0
  let length = 0
  for (const [i, [x = 0, y = 0]] of ring.entries()) {
    const [x0 = 0, y0 = 0] = ring[i - 1] ?? ring[0]!
    doubleArea += x0 * y - x * y0
    length += Math.hypot(x - x0, y - y0)
  }
  return Math.abs(doubleArea) / (length || 1)
}

/**
 * Land without inner borders, and the coast as separate lines: adjacent countries simplified separately would have gaps
 * between them, and an outline of the areas would include ±180°.
 */
export function landLayers(topology: Topology): Layer[] {
  const countries = objectOf(topology)
  const land = merge(topology, countries.geometries as Areas).coordinates
  const coast = withoutWorldEdges(mesh(topology, countries, (a, b) => a === b).coordinates)
  return [
    {
      name: 'land',
      features: land.map((rings) => asFeature({ type: 'Polygon', coordinates: rings.map(offMapEdge) })),
      ...SHAPES,
      coarse: true,
    },
    {
      name: 'coast',
      features: coast.map((c) => asFeature({ type: 'LineString', coordinates: offMapEdge(c) })),
      ...SHAPES,
      coarse: true,
    },
  ]
}

const onWorldEdge = ([lon = 0, lat = 0]: Position) => Math.abs(lon) > 179.999 || lat < -89.9

/** Lines without the stretches along ±180° and at the pole, where an area is cut but no coast is. */
export function withoutWorldEdges(lines: Position[][]): Position[][] {
  const kept: Position[][] = []
  for (const line of lines) {
    let run: Position[] = []
    for (const [i, point] of line.entries()) {
      const before = line[i - 1]
      if (before && onWorldEdge(before) && onWorldEdge(point)) {
        if (run.length > 1) kept.push(run)
        run = []
      }
      run.push(point)
    }
    if (run.length > 1) kept.push(run)
  }
  return kept
}

/** China, for highlighting in views of a country. */
export function homeLayer(topology: Topology): Layer {
  const parts = objectOf(topology).geometries.filter((each) => HOME.has(String(propertiesOf(each).a3)))
  const land = merge(topology, parts as Areas).coordinates
  return {
    name: 'home',
    features: land.map((rings) => asFeature({ type: 'Polygon', coordinates: rings })),
    ...SHAPES,
    coarse: true,
  }
}

/** Web Mercator ends at 85.05° south: a coast beyond it would open a wedge of sea that a globe continues to the pole. */
const SOUTHERNMOST_COAST_DEG = -84.9

const offMapEdge = (line: Position[]): Position[] =>
  line.map(([lon = 0, lat = 0]) => [lon, lat > -89.9 ? Math.max(lat, SOUTHERNMOST_COAST_DEG) : lat])

/** Lakes, and their names in the middle of each. */
export function lakeLayers(topology: Topology): Layer[] {
  const lakes = featuresOf(topology)
  const named = lakes.filter(({ properties }) => properties.name_en || properties.name_zh)
  return [
    {
      name: 'lakes',
      features: lakes.map((f) => asFeature(f.geometry, { from: wholeZoom(f.properties.mz) })),
      ...SHAPES,
      coarse: true,
    },
    {
      name: 'lake_labels',
      features: named.map((f) => {
        const [lon, lat] = middleOf(outerRings(f.geometry).sort((a, b) => b.length - a.length)[0]!)
        return pointAt(lon, lat, { ...namesOf('lakes', f.properties), from: wholeZoom(f.properties.mz) + 3 })
      }),
      ...POINTS,
    },
  ]
}

function outerRings(geometry: Geometry): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1)
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(([outer = []]) => outer) : []
}

/** The centre of the widest part at half the ring's height: inside for any shape. */
function middleOf(ring: Position[]): Position {
  const lats = ring.map(([, lat = 0]) => lat)
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2
  const crossings = crossingsAt([ring], middle)
  let widest: [west: number, east: number] = [0, 0]
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const west = crossings[i]!
    const east = crossings[i + 1]!
    if (east - west > widest[1] - widest[0]) widest = [west, east]
  }
  return [(widest[0] + widest[1]) / 2, middle]
}

/** Rivers, and named ones separately: the finer ones of the deepest tiles have no names. */
export function riverLayers(topology: Topology): Layer[] {
  const features = featuresOf(topology).map((f) =>
    asFeature(f.geometry, {
      ...namesOf('rivers', f.properties),
      rank: Number(f.properties.rank),
      from: wholeZoom(f.properties.mz),
    }),
  )
  const named = features.filter(({ properties }) => properties.name_en)
  return [
    { name: 'rivers', features, ...SHAPES, coarse: true },
    { name: 'river_names', features: named, ...SHAPES, deepestOnly: true },
  ]
}

export function admin1Layer(topology: Topology): Layer {
  // China's borders come from provinces-cn, which is finer
  const features = featuresOf(topology)
    .filter((f) => f.properties.a3 !== 'CHN')
    .map((f) => asFeature(f.geometry, { from: VAST.has(String(f.properties.a3)) ? 4 : 5 }))
  return { name: 'admin1', features, ...SHAPES }
}

/** Countries with states as large as other countries. */
const VAST = new Set(['AUS', 'BRA', 'CAN', 'IND', 'RUS', 'USA'])

export function provinceLayer(topology: Topology): Layer {
  const inner = mesh(topology, objectOf(topology), (a, b) => a !== b)
  const features = inner.coordinates.map((coordinates) => asFeature({ type: 'LineString', coordinates }, { from: 3 }))
  return { name: 'provinces', features, ...SHAPES }
}

/**
 * Without borders: those of China's two special administrative regions are drawn with the provinces, and the lease
 * around Baikonur is a circle that would look like a mark.
 */
const NOT_BORDERS = new Set(['CHN/HKG', 'CHN/MAC', 'KAB/KAZ'])

export function boundaryLayer(topology: Topology): Layer {
  const features = featuresOf(topology)
    .filter((f) => !NOT_BORDERS.has(String(f.properties.pair)))
    .map((f) => asFeature(f.geometry, { class: String(f.properties.class) }))
  return { name: 'boundaries', features, ...SHAPES }
}
