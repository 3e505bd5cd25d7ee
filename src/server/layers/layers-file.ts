import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { displayText, NAME_MAX, TEXT_MAX } from '../../contract/display-text.ts'
import { LAYER_KINDS, type LayerTime } from '../../contract/layers.ts'
import {
  fixedInPattern,
  fixedParameters,
  type LayerSource,
  momentInPath,
  placeholderMeaning,
  placeholdersOf,
} from '../../core/layers/layer-address.ts'
import type { ReadText } from '../access/kept-file.ts'

/** A layer of the operator's: an entry of `LAYERS_FILE`. */
export interface OwnLayer extends LayerSource {
  id: string
  name: string
  nameZh: string | null
  /** The file of a GeoJSON layer that is one on this machine; `url` is '' then. */
  file: string | null
  time: LayerTime | null
  attribution: string
  opacity: number
  via: 'server' | 'browser'
  /** Sent with each question to the source, and to nobody else. */
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
    .string('must be a text')
    .overwrite((said) => displayText(said))
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} letters`)
const inRange = (min: number, max: number) => {
  const words = `must be a number from ${min} to ${max}`
  return z.number(words).min(min, words).max(max, words)
}
const whole = (min: number, max: number) => inRange(min, max).int(`must be a whole number from ${min} to ${max}`)
const isOn = z.boolean('must be true or false')
/** What HTTP lets stand in the head of a request. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\x20-\x7e]*$/

/** What a layer may say. */
export const layerSettings = {
  id: z
    .string('must be a text')
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be up to 32 small letters, digits and hyphens, a letter first'),
  name: text(LETTERS.name),
  nameZh: text(LETTERS.name).optional(),
  kind: z.enum(LAYER_KINDS, `must be one of ${LAYER_KINDS.join(', ')}`),
  url: z
    .string('must be an address')
    .trim()
    .min(1, 'must not be empty')
    .max(TEXT_MAX, `must have at most ${TEXT_MAX} letters`),
  layers: text(LETTERS.text).optional(),
  style: text(LETTERS.text).optional(),
  time: z
    .strictObject(
      {
        stepMin: whole(1, DAY_MIN).refine(
          (min) => DAY_MIN % min === 0,
          'must divide a day: steps count from 00:00 UTC',
        ),
        delayMin: inRange(0, DAY_MIN),
        keepHours: inRange(0, MONTH_HOURS),
      },
      'must be null, or have stepMin, delayMin and keepHours, and nothing else',
    )
    .nullable()
    .default(null),
  attribution: text(LETTERS.text),
  opacity: inRange(0, 1).default(1),
  via: z.enum(['server', 'browser'], 'must be server or browser').default('server'),
  headers: z
    .record(
      z.string().max(NAME_MAX),
      z
        .string('must have texts')
        .max(TEXT_MAX)
        .regex(HEADER_VALUE, 'must have values of plain letters, without a line break'),
      'must be names and texts',
    )
    .refine((headers) => Object.keys(headers).length <= HEADER_LINES, {
      error: `must be at most ${HEADER_LINES}`,
      params: { maximum: HEADER_LINES },
    })
    .default({}),
  minZoom: whole(0, ZOOM_MAX).default(0),
  maxZoom: whole(0, ZOOM_MAX).default(18),
  on: isOn.default(true),
}
const entrySchema = z.strictObject(layerSettings, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is nothing of a layer's: ${Object.keys(layerSettings).join(', ')}`
      : 'must be an object',
})
type Entry = z.infer<typeof entrySchema>

/** The layers of a file; `notices` names each entry that is left out, and what would be allowed. */
export interface FileLayers {
  layers: OwnLayer[]
  notices: string[]
}
export const NO_LAYERS: FileLayers = { layers: [], notices: [] }

/**
 * Reads the text of the file at `path`. What is said of a bad entry never repeats an address or a header, as either may
 * hold a credential.
 */
export function readLayers(fileText: string, path: string): ReadText<FileLayers> {
  let entries: unknown
  try {
    entries = JSON.parse(fileText)
  } catch {
    return { ok: false, problems: ['holds no JSON'] }
  }
  if (!Array.isArray(entries)) return { ok: false, problems: ['must hold a list: [{"id": …}, …]'] }
  const layers: OwnLayer[] = []
  const notices: string[] = []
  for (const [at, entry] of entries.entries()) {
    const wrong = take(entry)
    if (wrong.length > 0) notices.push(`LAYERS_FILE: ${nameOf(entry, at)} is left out: ${wrong.join('; ')}`)
  }
  return { ok: true, value: { layers, notices } }

  /** Takes an entry over, or says what is wrong with it. */
  function take(entry: unknown): string[] {
    const read = entrySchema.safeParse(entry)
    if (!read.success) return read.error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim())
    if (layers.some(({ id }) => id === read.data.id)) return ['id must be its own: an entry before it has the same']
    if (layers.length === LAYERS_MAX) return [`there are at most ${LAYERS_MAX} layers`]
    const layer = layerOf(read.data, dirname(path))
    const wrong = addressFaults(layer, read.data)
    if (wrong.length === 0) layers.push(layer)
    return wrong
  }
}

function nameOf(entry: unknown, at: number): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null
  return typeof id === 'string' && id.length <= LETTERS.name ? `layer ${JSON.stringify(id)}` : `entry ${at + 1}`
}

function layerOf(entry: Entry, folder: string): OwnLayer {
  const { url, nameZh = null, layers = null, style = null, ...rest } = entry
  const isFile = entry.kind === 'geojson' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(url)
  return { ...rest, nameZh, layers, style, url: isFile ? '' : url, file: isFile ? resolve(folder, url) : null }
}

/** What zod can't say of single fields: what an address may be, by kind and by who asks for it. */
function addressFaults(layer: OwnLayer, { url }: Entry): string[] {
  const { kind, file, time, via, headers, minZoom, maxZoom } = layer
  const wrong: string[] = []
  if (!Object.keys(headers).every((name) => HEADER_NAME.test(name)))
    wrong.push('headers must have names that HTTP allows')
  if (minZoom > maxZoom) wrong.push('minZoom must not be above maxZoom')
  if (via === 'browser' && Object.keys(headers).length > 0)
    wrong.push('headers would reach every viewer: they need "via": "server"')
  if (kind !== 'xyz' && kind !== 'geojson' && !layer.layers) wrong.push(`layers is missing: ${kind} needs it`)
  if ((kind === 'mvt' || kind === 'geojson') && layer.style && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(layer.style))
    wrong.push('style must be a colour such as #ffaa00')
  if (file !== null) {
    if (via === 'browser')
      wrong.push('url must be an http: or https: address where the browser asks: a file needs "via": "server"')
    if (time) wrong.push('time must be null: a file is of no moment')
    return wrong
  }
  return [...wrong, ...urlFaults(url), ...placeholderFaults(layer)]
}

function urlFaults(url: string): string[] {
  // Braces are none of an address's own: what they stand for are digits, letters and a few signs.
  const address = URL.parse(url.replace(/\{[^{}]*\}/g, '0'))
  if (!address || !/^https?:$/.test(address.protocol))
    return ['url must be an http: or https: address, or for geojson a file']
  if (address.username || address.password) return ['url must not hold a name or a password: put them into headers']
  if (address.hash) return ['url must not hold a #']
  return /^https?:\/\/[^/?{]+([/?]|$)/i.test(url) ? [] : ['url must not have a {…} in its host']
}

function placeholderFaults({ kind, url, time }: OwnLayer): string[] {
  const names = placeholdersOf(url)
  const unknown = names.filter((name) => placeholderMeaning(name) === null)
  if (unknown.length > 0) return [`url has ${unknown.map((name) => `{${name}}`).join(', ')}: allowed are ${ALLOWED}`]
  const has = (...group: string[]) => group.some((name) => names.includes(name))
  const isByQuery = kind === 'wms' || (kind === 'wmts' && names.length === 0)
  const fixed = isByQuery ? fixedParameters(url) : fixedInPattern(url)
  if (fixed.length > 0)
    return [
      `url must be without ${fixed.map((name) => `${name}=`).join(', ')}: delete them, each tile is asked for with its own`,
    ]
  if (momentInPath(url) !== null)
    return ['url holds one moment, which would be shown as of any time: put {time:yyyyMMddHHmm} or {unix} in its place']
  if (url.includes('${')) return ['url must have {z}, {x} and {y} without a $ before them']
  if (isByQuery && /\.(?:xml|json)$/i.test(URL.parse(url)?.pathname ?? ''))
    return ['url must be that of the service, or of its tiles: this one only describes them']
  if (kind === 'wms' && names.length > 0) return ['url must be without {…}: what a WMS is asked for is added to it']
  const wrong: string[] = []
  const isTiled = has('z', 'TileMatrix') && has('x', 'TileCol') && has('y', '-y', 'TileRow')
  if (!isByQuery && kind !== 'geojson' && !isTiled) wrong.push('url must have {z}, {x} and {y}')
  if (kind === 'geojson' && names.some((name) => placeholderMeaning(name) === 'tile'))
    wrong.push('url must be without {z}, {x} and {y}: a GeoJSON file is one')
  const isTimed = names.some((name) => placeholderMeaning(name) === 'time')
  if (!isByQuery && time && !isTimed) wrong.push('url must have {time}, as the layer has a time')
  if (isTimed && !time) wrong.push('time is missing: url has a place for one')
  return wrong
}

const ALLOWED =
  '{z}, {x}, {y}, {-y}, {TileMatrix}, {TileCol}, {TileRow}, {Layer}, {Style}, {time}, {time:yyyyMMddHHmmss} in any order, and {unix}'
