import { readFile as readFileOf } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { ContractError } from '../../client/http/contract-api.ts'
import { exchangeBody } from '../../client/http/exchange.ts'
import type { Environment } from '../../client/session/environment.ts'
import type { LayerFailure } from '../../contract/layers.ts'
import { crsFault, isGeojson } from '../../core/geo/geojson.ts'
import { type LayerQuestion, layerAddress } from '../../core/layers/layer-address.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createBlot } from '../settings/keep-secret.ts'
import { textOf } from '../settings/text-file.ts'
import { boundedBody, isTooLarge } from '../web/bounded-bodies.ts'
import type { OwnLayer } from './layers-file.ts'

export interface LayerBody {
  /** Null if the source has no data there. */
  bytes: Uint8Array<ArrayBuffer> | null
  type: string
}

/** Why a request to a source failed. */
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
/** A shorter credential, such as `1`, could occur by chance. */
const CREDENTIAL_LENGTH = 6

export interface LayerFetcherDeps {
  clock: Clock
  fetch: Environment['fetch']
  readFile?: (path: string) => Promise<Uint8Array>
}

export type FetchLayer = (layer: OwnLayer, question: LayerQuestion, signal: AbortSignal) => Promise<LayerBody>

/**
 * Requests layer sources, only at addresses built from the operator's patterns, without following redirects. Rejects
 * with `LayerError`, which contains no text of the source, or with the signal's reason.
 */
export function createLayerFetcher({ clock, fetch, readFile = readFileOf }: LayerFetcherDeps): FetchLayer {
  async function ask(layer: OwnLayer, question: LayerQuestion, signal: AbortSignal) {
    const maxBytes = layer.kind === 'geojson' ? GEOJSON_MAX_BYTES : TILE_MAX_BYTES
    const init = { headers: layer.headers, redirect: 'manual' as const }
    const how = { timeoutMs: TIMEOUT_MS, name: `layer ${layer.id}`, signal }
    const url = layerAddress(layer, question)
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
    // A tile outside the source's coverage; a missing GeoJSON file is an error.
    if (status === 204 || (status === 404 && layer.kind !== 'geojson')) return { bytes: null, type: '' }
    if (bytes === 'too-large') throw new LayerError('too-large')
    if (bytes === null) throw new LayerError(reasonOf(status))
    if (layer.kind === 'geojson') return geojsonOf(bytes, layer)
    if (layer.kind === 'mvt') return { bytes: unpacked(bytes), type: 'application/vnd.mapbox-vector-tile' }
    const type = pictureType(bytes)
    // A WMS reports errors as XML with status 200.
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

/** Refuses content in which the source echoes a credential. */
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

/** Checks the coordinate system, because the map would misplace other ones. */
function checkedGeojson(text: string): Uint8Array<ArrayBuffer> {
  const json = parseJson(text)
  if (!json.ok || !isGeojson(json.value)) throw new LayerError('unreadable')
  if (crsFault(json.value)) throw new LayerError('other-crs')
  return new TextEncoder().encode(text)
}

/** Decompresses vector tiles, which sources often store and send compressed. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: TILE_MAX_BYTES }))
  } catch {
    throw new LayerError('unreadable')
  }
}

/** Signatures of accepted image formats. SVG is refused: it could run scripts on our origin. */
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
