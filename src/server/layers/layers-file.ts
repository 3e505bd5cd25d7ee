import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { displayText, NAME_MAX, TEXT_MAX } from '../../contract/display-text.ts'
import { LAYER_KINDS, type LayerTime } from '../../contract/layers.ts'
import type { Problem } from '../../contract/problems.ts'
import {
  fixedInPattern,
  fixedParameters,
  type LayerSource,
  momentIn,
  placeholderMeaning,
  placeholdersOf,
} from '../../core/layers/layer-address.ts'
import { type IssueFault, issueFault } from '../../core/problems/issue-fault.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import { type Fault, faultOf, problemAt, receivedText } from '../../core/problems/problem.ts'
import type { ReadText } from '../settings/kept-file.ts'

export interface OwnLayer extends LayerSource {
  id: string
  name: string
  nameZh: string | null
  /** Path of a local GeoJSON file; `url` is then ''. */
  file: string | null
  time: LayerTime | null
  attribution: string
  opacity: number
  via: 'server' | 'browser'
  /** Sent with each request to the source only. */
  headers: Readonly<Record<string, string>>
  minZoom: number
  maxZoom: number
  on: boolean
}

const LAYERS_MAX = 40
const ZOOM_MAX = 22
const HEADER_LINES = 20
const LETTERS = { name: 60, text: 200 }
const DAY_MIN = 1_440
const MONTH_HOURS = 24 * 31

const text = (max: number) =>
  z
    .string()
    .overwrite((said) => displayText(said))
    .min(1, 'not-empty')
    .max(max)
const inRange = (least: number, most: number) =>
  z.number().refine((value) => value >= least && value <= most, { params: { problem: 'range', least, most } })
const whole = (least: number, most: number) =>
  z.number().refine((value) => Number.isInteger(value) && value >= least && value <= most, {
    params: { problem: 'whole-range', least, most },
  })
/** Valid HTTP header names. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\x20-\x7e]*$/

export const layerSettings = {
  id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'layer-id'),
  name: text(LETTERS.name),
  nameZh: text(LETTERS.name).optional(),
  kind: z.enum(LAYER_KINDS),
  url: z.string().trim().min(1, 'not-empty').max(TEXT_MAX),
  layers: text(LETTERS.text).optional(),
  style: text(LETTERS.text).optional(),
  time: z
    .strictObject(
      {
        stepMin: whole(1, DAY_MIN).refine((min) => DAY_MIN % min === 0, 'day-steps'),
        delayMin: inRange(0, DAY_MIN),
        keepHours: inRange(0, MONTH_HOURS),
      },
      'layer-time',
    )
    .nullable()
    .default(null),
  attribution: text(LETTERS.text),
  opacity: inRange(0, 1).default(1),
  via: z.enum(['server', 'browser']).default('server'),
  headers: z
    .record(z.string().max(NAME_MAX), z.string().max(TEXT_MAX).regex(HEADER_VALUE, 'header-values'))
    .refine((headers) => Object.keys(headers).length <= HEADER_LINES, {
      params: { maximum: HEADER_LINES, problem: 'entries-most', most: HEADER_LINES },
    })
    .default({}),
  minZoom: whole(0, ZOOM_MAX).default(0),
  maxZoom: whole(0, ZOOM_MAX).default(18),
  on: z.boolean().default(true),
}
const entrySchema = z.strictObject(layerSettings)
type Entry = z.infer<typeof entrySchema>

/** Valid layers of a file, and the problems of the others. */
export interface FileLayers {
  layers: OwnLayer[]
  problems: Problem[]
}
export const NO_LAYERS: FileLayers = { layers: [], problems: [] }

/**
 * Parses the text of the file at `path`. Problems never quote an address or a header, as either may hold a credential.
 */
export function readLayers(fileText: string, path: string): ReadText<FileLayers> {
  const json = parseJson(fileText)
  if (!json.ok) return { ok: false, problems: [problemAt(json.fault)] }
  const entries = json.value
  if (!Array.isArray(entries))
    return { ok: false, problems: [problemAt(faultOf('layers-list', { received: receivedText(entries, SECRET) }))] }
  const layers: OwnLayer[] = []
  const problems: Problem[] = []
  for (const [index, entry] of entries.entries()) {
    const where = { entry: 'layer', number: index + 1, id: idOf(entry) } as const
    for (const { fault, field, detail } of take(entry)) problems.push(problemAt(fault, { ...where, field }, detail))
  }
  return { ok: true, value: { layers, problems } }

  /** Adds an entry, or returns its problems. */
  function take(entry: unknown): IssueFault[] {
    const read = entrySchema.safeParse(entry)
    if (!read.success) {
      const settings = Object.keys(layerSettings)
      return read.error.issues.map((issue) => issueFault(issue, entry, { ...SECRET, settings }))
    }
    if (layers.some(({ id }) => id === read.data.id)) return [at(null, faultOf('id-twice'))]
    if (layers.length === LAYERS_MAX) return [at(null, faultOf('layers-most', { most: LAYERS_MAX }))]
    const layer = layerOf(read.data, dirname(path))
    const wrong = addressFaults(layer, read.data)
    if (wrong.length === 0) layers.push(layer)
    return wrong
  }
}

/** An address or a header may hold a credential. */
const SECRET = { hidesTexts: true }

function at(field: string | null, fault: Fault): IssueFault {
  return { fault, field, detail: null }
}

function idOf(entry: unknown): string | null {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null
  return typeof id === 'string' && id.length <= LETTERS.name ? id : null
}

function layerOf(entry: Entry, folder: string): OwnLayer {
  const { url, nameZh = null, layers = null, style = null, ...rest } = entry
  const isFile = entry.kind === 'geojson' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(url)
  return { ...rest, nameZh, layers, style, url: isFile ? '' : url, file: isFile ? resolve(folder, url) : null }
}

/** Checks beyond single fields: allowed addresses by kind and requester. */
function addressFaults(layer: OwnLayer, { url }: Entry): IssueFault[] {
  const { kind, file, time, via, headers, minZoom, maxZoom } = layer
  const wrong: IssueFault[] = []
  if (!Object.keys(headers).every((name) => HEADER_NAME.test(name))) wrong.push(at('headers', faultOf('header-names')))
  if (minZoom > maxZoom) wrong.push(at('minZoom', faultOf('zoom-order')))
  if (via === 'browser' && Object.keys(headers).length > 0) wrong.push(at('headers', faultOf('headers-browser')))
  if (kind !== 'xyz' && kind !== 'geojson' && !layer.layers)
    wrong.push(at('layers', faultOf('layers-needed', { kind })))
  if ((kind === 'mvt' || kind === 'geojson') && layer.style && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(layer.style))
    wrong.push(at('style', faultOf('style-colour')))
  if (file !== null) {
    if (via === 'browser') wrong.push(at('url', faultOf('url-file-browser')))
    if (time) wrong.push(at('time', faultOf('time-of-file')))
    return wrong
  }
  const ofUrl = urlFault(url)
  return [...wrong, ...(ofUrl ? [at('url', ofUrl)] : []), ...placeholderFaults(layer)]
}

function urlFault(url: string): Fault | null {
  // Placeholders stand for digits, letters and a few signs, so a 0 is enough for parsing.
  const address = URL.parse(url.replace(/\{[^{}]*\}/g, '0'))
  if (!address || !/^https?:$/.test(address.protocol)) return faultOf('url-scheme')
  if (address.username || address.password) return faultOf('url-login')
  if (address.hash) return faultOf('url-hash')
  return /^https?:\/\/[^/?{]+([/?]|$)/i.test(url) ? null : faultOf('url-host')
}

function placeholderFaults({ kind, url, time }: OwnLayer): IssueFault[] {
  const names = placeholdersOf(url)
  const unknown = names.filter((name) => placeholderMeaning(name) === null)
  if (unknown.length > 0) {
    const named = unknown.map((name) => `{${name}}`).join(', ')
    return [at('url', faultOf('url-placeholders', { names: named, allowed: ALLOWED }))]
  }
  const has = (...group: string[]) => group.some((name) => names.includes(name))
  const isByQuery = kind === 'wms' || (kind === 'wmts' && names.length === 0)
  const fixed = isByQuery ? fixedParameters(url) : fixedInPattern(url)
  if (fixed.length > 0) return [at('url', faultOf('url-fixed', { names: fixed.map((name) => `${name}=`).join(', ') }))]
  if (momentIn(url) !== null) return [at('url', faultOf('url-moment'))]
  if (url.includes('${')) return [at('url', faultOf('url-dollar'))]
  if (isByQuery && /\.(?:xml|json)$/i.test(URL.parse(url)?.pathname ?? '')) return [at('url', faultOf('url-describes'))]
  if (kind === 'wms' && names.length > 0) return [at('url', faultOf('url-wms'))]
  const wrong: IssueFault[] = []
  const isTiled = has('z', 'TileMatrix') && has('x', 'TileCol') && has('y', '-y', 'TileRow')
  if (!isByQuery && kind !== 'geojson' && !isTiled) wrong.push(at('url', faultOf('url-tiles')))
  if (kind === 'geojson' && names.some((name) => placeholderMeaning(name) === 'tile'))
    wrong.push(at('url', faultOf('url-whole')))
  const isTimed = names.some((name) => placeholderMeaning(name) === 'time')
  if (!isByQuery && time && !isTimed) wrong.push(at('url', faultOf('url-time')))
  if (isTimed && !time) wrong.push(at('time', faultOf('time-needed')))
  return wrong
}

const ALLOWED =
  '{z}, {x}, {y}, {-y}, {TileMatrix}, {TileCol}, {TileRow}, {Layer}, {Style}, {time}, {time:yyyyMMddHHmmss} in any order, and {unix}'
