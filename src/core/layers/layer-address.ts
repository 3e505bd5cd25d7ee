import type { LayerKind } from '../../contract/layers.ts'
import { formatUtc } from '../../contract/time.ts'

export interface LayerSource {
  kind: LayerKind
  /** Without a `{…}` the address of a WMS, a KVP WMTS, or a file; else an address pattern. */
  url: string
  layers: string | null
  style: string | null
}

/** A Web Mercator tile; rows count from the north. */
export interface LayerTile {
  z: number
  x: number
  y: number
}

/** A part of a layer: a tile, or null for the whole layer; at a time (Unix ms), or null for a layer without times. */
export interface LayerQuestion {
  tile: LayerTile | null
  timeMs: number | null
}

/** Half the side of the world in Web Mercator, metres. */
const HALF_WORLD_M = 20_037_508.342789244
/** Tile side in pixels; a WMS renders larger tiles, so that a map needs fewer. */
export const TILE_SIDE_PX = 256
export const WMS_SIDE_PX = 512

const PLACEHOLDER = /\{([^{}]*)\}/g
const TIME_PATTERN = /^time:((?:yyyy|MM|dd|HH|mm|ss|[-_T:./Z])+)$/

/** The names in braces of an address. */
export function placeholdersOf(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** Meaning of a placeholder; null if unknown. */
export function placeholderMeaning(name: string): 'tile' | 'time' | 'fixed' | null {
  if (['z', 'x', 'y', '-y', 'TileMatrix', 'TileCol', 'TileRow'].includes(name)) return 'tile'
  if (['time', 'Time', 'unix'].includes(name) || TIME_PATTERN.test(name)) return 'time'
  return ['Layer', 'Style'].includes(name) ? 'fixed' : null
}

/** The address of a part of a layer. */
export function layerAddress(source: LayerSource, question: LayerQuestion): string {
  const { tile, timeMs } = question
  const { kind, url } = source
  if (tile && kind === 'wms') return withQuery(url, wmsQuery(source, tile, timeMs))
  if (tile && kind === 'wmts' && placeholdersOf(url).length === 0)
    return withQuery(url, wmtsQuery(source, tile, timeMs))
  return url.replace(PLACEHOLDER, (_, name: string) => textFor(name, source, question))
}

function textFor(name: string, source: LayerSource, { tile, timeMs }: LayerQuestion): string {
  if (name === 'Layer') return encodeURIComponent(source.layers ?? '')
  if (name === 'Style') return encodeURIComponent(source.style ?? 'default')
  if (placeholderMeaning(name) === 'time') return timeMs === null ? '' : timeText(name, timeMs)
  if (!tile) return ''
  if (name === '-y') return String(2 ** tile.z - 1 - tile.y)
  const part = ({ z: 'z', TileMatrix: 'z', x: 'x', TileCol: 'x', y: 'y', TileRow: 'y' } as const)[name]
  return part ? String(tile[part]) : ''
}

function timeText(name: string, timeMs: number): string {
  if (name === 'unix') return String(Math.floor(timeMs / 1_000))
  const pattern = TIME_PATTERN.exec(name)?.[1]
  const iso = formatUtc(timeMs)
  if (!pattern) return iso
  const parts: Record<string, string> = {
    yyyy: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
  }
  return pattern.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part] ?? part)
}

function wmsQuery({ url, layers, style }: LayerSource, { z, x, y }: LayerTile, timeMs: number | null) {
  const grid = /[?&]version=1\.[01]/i.test(url) ? 'SRS' : 'CRS' // WMS 1.0 and 1.1 call the parameter SRS
  const side = (2 * HALF_WORLD_M) / 2 ** z
  const west = x * side - HALF_WORLD_M
  const north = HALF_WORLD_M - y * side
  return {
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    LAYERS: layers ?? '',
    STYLES: style ?? '',
    [grid]: 'EPSG:3857',
    BBOX: [west, north - side, west + side, north].map((metres) => metres.toFixed(3)).join(),
    WIDTH: String(WMS_SIDE_PX),
    HEIGHT: String(WMS_SIDE_PX),
    FORMAT: 'image/png',
    TRANSPARENT: 'TRUE',
    ...(timeMs !== null && { TIME: formatUtc(timeMs) }),
  }
}

function wmtsQuery({ layers, style }: LayerSource, { z, x, y }: LayerTile, timeMs: number | null) {
  return {
    SERVICE: 'WMTS',
    VERSION: '1.0.0',
    REQUEST: 'GetTile',
    LAYER: layers ?? '',
    STYLE: style ?? 'default',
    TILEMATRIXSET: 'GoogleMapsCompatible',
    TILEMATRIX: String(z),
    TILEROW: String(y),
    TILECOL: String(x),
    FORMAT: 'image/png',
    ...(timeMs !== null && { TIME: formatUtc(timeMs) }),
  }
}

/** Parameters that may be fixed in the address of a WMS or KVP WMTS; all others vary from tile to tile. */
const STAY = ['VERSION', 'FORMAT', 'TRANSPARENT', 'SERVICE']

/** Parameters in an address that would fix the tile or the time, or request no tile. */
export function fixedParameters(url: string): string[] {
  const ours = [
    'SRS',
    'CRS',
    'TIME',
    ...Object.keys(wmsQuery(NO_SOURCE, NO_TILE, 0)),
    ...Object.keys(wmtsQuery(NO_SOURCE, NO_TILE, 0)),
  ]
  const refused = new Set([
    ...ours,
    'STYLE',
    'I',
    'J',
    'X',
    'Y',
    'QUERY_LAYERS',
    'REFERENCE_TIME',
    'DIM_REFERENCE_TIME',
  ])
  for (const name of STAY) refused.delete(name)
  const given = [...(URL.parse(url)?.searchParams ?? [])]
  return given.flatMap(([name, value]) => {
    const known = name.toUpperCase()
    const isRun = known.startsWith('DIM_') && DAY.test(value)
    return isRun || (refused.has(known) && !isAsAsked(known, value)) ? [name] : []
  })
}

/** Parameters in a pattern that would fix a time, a place or another grid beside its placeholders. */
const FIXED_IN_PATTERN = /^(?:TIME|REFERENCE_TIME|DIM_.+|BBOX|TILEMATRIX|TILEROW|TILECOL|[XYZ])$/
const GRIDS = /^(?:SRS|CRS|TILEMATRIXSET)$/
/** Longitude/latitude grids: `EPSG:4326`, `WorldCRS84Quad`, `WGS84`, and `c` of Tianditu. */
const OTHER_GRID = /(?:^|\D)(?:4326|4490)|CRS84|WGS84|^C$/i

/** The same for patterns and files. A keyword such as `TIME=latest` is not a fixed time. */
export function fixedInPattern(url: string): string[] {
  const given = [...(URL.parse(url.replaceAll(PLACEHOLDER, '{}'))?.searchParams ?? [])]
  return given.flatMap(([name, value]) => {
    const known = name.toUpperCase()
    const isFixed = FIXED_IN_PATTERN.test(known) && /\d/.test(value) && !value.includes('{')
    return isFixed || (GRIDS.test(known) && OTHER_GRID.test(value)) ? [name] : []
  })
}

/** `202607010810`, `2026-07-01T08`, and Unix time: map editions are not named by minutes or seconds. */
const MOMENT =
  /(?<!\d)(?:20\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])[T_-]?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?|20\d{2}-\d{2}-\d{2}[T_ ]\d{2}.*|1[5-9]\d{8}(?:\d{3})?)(?!\d)/i

/** A dimension such as a model run; a level or a member may be fixed. */
const DAY = /20\d{2}-?\d{2}-?\d{2}/
/** A parameter that is nothing but a date and a time of day: keys and versions may contain other numbers. */
const MOMENT_VALUE = /^20\d{2}(-?)\d{2}\1\d{2}[T_ -]?\d{2}:?\d{2}(?::?\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/i

/** The part of an address that is a time: of a single image or model run, which would be shown for all times. */
export function momentIn(url: string): string | null {
  const address = URL.parse(url.replaceAll(PLACEHOLDER, '~'))
  const path = (address?.pathname ?? '').replaceAll(/%3a/gi, ':')
  const values = [...(address?.searchParams.values() ?? [])]
  return path.split('/').find((part) => MOMENT.test(part)) ?? values.find((value) => MOMENT_VALUE.test(value)) ?? null
}

/** The default grid. */
function isAsAsked(name: string, value: string): boolean {
  return (name === 'SRS' || name === 'CRS') && value.toUpperCase() === 'EPSG:3857'
}

const NO_SOURCE: LayerSource = { kind: 'wms', url: '', layers: null, style: null }
const NO_TILE: LayerTile = { z: 0, x: 0, y: 0 }

/** Parameters in the address, such as another format, take precedence. */
function withQuery(url: string, query: Record<string, string>): string {
  const address = new URL(url)
  const said = new Set([...address.searchParams.keys()].map((name) => name.toUpperCase()))
  for (const [name, value] of Object.entries(query)) if (!said.has(name)) address.searchParams.set(name, value)
  return address.href
}
