import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import { feature, type merge } from 'topojson-client'

export type Topology = Parameters<typeof merge>[0]
type GeometryCollection = Extract<Parameters<typeof merge>[1], { type: 'GeometryCollection' }>
/** Mergeable geometry: a collection's areas. */
export type Areas = Exclude<Parameters<typeof merge>[1], GeometryCollection>

/** The boundary sets that are built: Natural Earth's own view, and China's. */
export const BOUNDARY_SETS = ['default', 'chn'] as const
export type BoundarySet = (typeof BOUNDARY_SETS)[number]

/** A table of the base map data: field names once, then rows. */
export interface Table {
  fields: string[]
  rows: (string | number | null)[][]
}

export const records = ({ fields, rows }: Table) =>
  rows.map((row) => Object.fromEntries(fields.map((field, i) => [field, row[i]])))

/** The content of a file of JSON, gzipped or not. */
export function readJson(path: string) {
  const bytes = readFileSync(path)
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
}

/** Country codes of the data for China's 34 provincial units, the same in both boundary sets. */
export const HOME = new Set(['CHN', 'TWN', 'HKG', 'MAC'])

/** Properties in a tile; `from` is the first whole zoom with the feature. */
export type Properties = { from?: number } & Record<string, string | number>

export type LayerFeature = Feature<Geometry, Properties>

/** A vector layer before it is cut into tiles. */
export interface Layer {
  name: string
  features: LayerFeature[]
  /** Simplification in tile units (4096 to a side), but none at the deepest zoom. */
  tolerance: number
  /** Margin of a tile beyond its edge, in tile units; points need none. */
  buffer: number
  /** Units to a tile's side where they are to be finer than 4096, which `buffer` then counts in, too. */
  extent?: number
  /** Keeps `from` among the properties, for styles that use it beyond the maximum tile zoom. */
  keepsFrom?: boolean
  /** Left out of the deepest tiles wherever a finer shape of the same is known. */
  coarse?: boolean
  /** In the deepest tiles only. */
  deepestOnly?: boolean
}

export const SHAPES = { tolerance: 3, buffer: 64 }
export const POINTS = { tolerance: 0, buffer: 0, keepsFrom: true }

/** The whole zoom at which a feature of this zoom enters the tiles. */
export const wholeZoom = (zoom: unknown): number => Math.max(0, Math.round(Number(zoom)))

export const asFeature = (geometry: Geometry, properties: Properties = {}): LayerFeature => ({
  type: 'Feature',
  geometry,
  properties,
})

export const pointAt = (lon: unknown, lat: unknown, properties: Properties): LayerFeature =>
  asFeature({ type: 'Point', coordinates: [Number(lon), Number(lat)] }, properties)

/** The single object of a topology of the base map data. */
export const objectOf = (topology: Topology): GeometryCollection =>
  Object.values(topology.objects)[0] as GeometryCollection

/** Properties as the data has them. */
export const propertiesOf = (shape: { properties?: object | null }) =>
  (shape.properties ?? {}) as Record<string, unknown>

/** Its features, without those that simplification has left no shape. */
export function featuresOf(topology: Topology): Feature<Geometry, Record<string, unknown>>[] {
  const { features } = feature(topology, objectOf(topology)) as FeatureCollection<Geometry | null>
  return features.flatMap(({ geometry, properties }) =>
    geometry ? [{ type: 'Feature', geometry, properties: properties ?? {} }] : [],
  )
}

/** The longitudes at which a ring crosses a latitude, eastwards. */
export const crossingsAt = (rings: readonly Position[][], atLat: number): number[] =>
  rings
    .flatMap((ring) =>
      ring.flatMap(([lon = 0, lat = 0], i) => {
        const [lon0 = 0, lat0 = 0] = ring.at(i - 1)!
        return lat0 > atLat !== lat > atLat ? [lon0 + ((atLat - lat0) / (lat - lat0)) * (lon - lon0)] : []
      }),
    )
    .sort((a, b) => a - b)
