import { readFile as readFileOf } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { ContractError } from '../../client/http/contract-api.ts'
import { exchangeBody } from '../../client/http/exchange.ts'
import type { Environment } from '../../client/session/environment.ts'
import type { LayerFailure } from '../../contract/layers.ts'
import { crsFault, isGeojson } from '../../core/geo/geojson.ts'
import { type LayerTile, layerAddress } from '../../core/layers/layer-address.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import type { Clock } from '../../core/time/clock.ts'
import { boundedBody, isTooLarge } from '../bounded-bodies.ts'
import { createBlot } from '../keep-secret.ts'
import { textOf } from '../text-file.ts'
import type { OwnLayer } from './layers-file.ts'

/** What is asked of a layer: a tile, or (null) the whole; at a moment (Unix ms), or (null) of a layer that has none. */
export interface LayerQuestion {
  tile: LayerTile | null
  timeMs: number | null
}

/** What a source brought. */
export interface LayerBody {
  /** Null where it has nothing there. */
  bytes: Uint8Array<ArrayBuffer> | null
  type: string
}

/** Why a source brought nothing. */
export class LayerError extends Error {
  override readonly name = 'LayerError'
  readonly reason: LayerFailure
  constructor(reason: LayerFailure) {
    super(reason)
    this.reason = reason
  }
}

const MEBIBYTE = 1024 * 1024
const TILE_MAX_BYTES = 4 * MEBIBYTE
const GEOJSON_MAX_BYTES = 16 * MEBIBYTE
const TIMEOUT_MS = 15_000
/** What is shorter, such as `1`, could be a part of anything. */
const CREDENTIAL_LENGTH = 6

export interface LayerFetcherDeps {
  clock: Clock
  fetch: Environment['fetch']
  readFile?: (path: string) => Promise<Uint8Array>
}

export type FetchLayer = (layer: OwnLayer, question: LayerQuestion, signal: AbortSignal) => Promise<LayerBody>

/**
 * Asks sources of layers, at the addresses alone that the operator's patterns make, following no redirect. Rejects with
 * `LayerError`, in which nothing stands that a source said, or with the signal's reason.
 */
export function createLayerFetcher({ clock, fetch, readFile = readFileOf }: LayerFetcherDeps): FetchLayer {
  async function ask(layer: OwnLayer, { tile, timeMs }: LayerQuestion, signal: AbortSignal) {
    const maxBytes = layer.kind === 'geojson' ? GEOJSON_MAX_BYTES : TILE_MAX_BYTES
    const init = { headers: layer.headers, redirect: 'manual' as const }
    const how = { timeoutMs: TIMEOUT_MS, name: `layer ${layer.id}`, signal }
    const url = layerAddress(layer, tile, timeMs)
    try {
      const answer = await exchangeBody({ clock, fetch }, url, init, how, async (response) => {
        if (response.status === 200) return { bytes: await bytesOf(boundedBody(response, maxBytes)) }
        void response.body?.cancel().catch(() => {})
        return { bytes: null }
      })
      return { status: answer.status, bytes: answer.bytes }
    } catch (error) {
      if (error instanceof ContractError) throw new LayerError(error.reason === 'timeout' ? 'timeout' : 'unreachable')
      throw error
    }
  }

  return async (layer, question, signal) => {
    if (layer.file !== null) return { bytes: await fileOf(layer.file, readFile), type: GEOJSON_TYPE }
    const { status, bytes } = await ask(layer, question, signal)
    // A tile beyond what a source covers; a file that is not there is missing.
    if (status === 204 || (status === 404 && layer.kind !== 'geojson')) return { bytes: null, type: '' }
    if (bytes === 'too-large') throw new LayerError('too-large')
    if (bytes === null) throw new LayerError(reasonOf(status))
    if (layer.kind === 'geojson') return geojsonOf(bytes, layer)
    if (layer.kind === 'mvt') return { bytes: unpacked(bytes), type: 'application/vnd.mapbox-vector-tile' }
    const type = pictureType(bytes)
    // A WMS says in XML, as an answer like any other, what it can't draw.
    if (!type) throw new LayerError('unreadable')
    return { bytes, type }
  }
}

const GEOJSON_TYPE = 'application/geo+json'

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    if (isTooLarge(error)) return 'too-large'
    throw error
  }
}

function reasonOf(status: number): LayerFailure {
  if (status === 401 || status === 403) return 'refused'
  return status >= 300 && status < 400 ? 'moved' : 'unavailable'
}

async function fileOf(path: string, readFile: (path: string) => Promise<Uint8Array>) {
  const read = await readFile(path).catch(() => {
    throw new LayerError('unreachable')
  })
  if (read.byteLength > GEOJSON_MAX_BYTES) throw new LayerError('too-large')
  return checkedGeojson(textIn(read))
}

/** A source that repeats what it was asked with must not have it passed on. */
function geojsonOf(bytes: Uint8Array<ArrayBuffer>, layer: OwnLayer): LayerBody {
  const credentials = credentialsOf(layer).filter(({ length }) => length >= CREDENTIAL_LENGTH)
  const text = credentials.reduce((rest, credential) => createBlot(credential)(rest), textIn(bytes))
  return { bytes: checkedGeojson(text), type: GEOJSON_TYPE }
}

function credentialsOf({ headers, url }: OwnLayer): string[] {
  const asked = [...(URL.parse(url)?.searchParams ?? [])].filter(([name]) =>
    /key|token|secret|pass|appid|sig/i.test(name),
  )
  return [
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
    ...asked.map(([, value]) => value),
  ]
}

function textIn(bytes: Uint8Array): string {
  try {
    return textOf(bytes)
  } catch {
    throw new LayerError('unreadable')
  }
}

/** The text, where the map would draw it in the right places. */
function checkedGeojson(text: string): Uint8Array<ArrayBuffer> {
  const json = parseJson(text)
  if (!json.ok || !isGeojson(json.value)) throw new LayerError('unreadable')
  if (crsFault(json.value)) throw new LayerError('other-crs')
  return new TextEncoder().encode(text)
}

/** Vector tiles often lie packed on a source's disk, and are sent as they lie. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: TILE_MAX_BYTES }))
  } catch {
    throw new LayerError('unreadable')
  }
}

/** How the pictures begin that are passed on. One of SVG is a document, which could run scripts as one of ours. */
const PICTURES: readonly [type: string, at: number, begin: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
]

function pictureType(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  return PICTURES.find(([, at, begin]) => head.startsWith(begin, at))?.[0] ?? null
}
