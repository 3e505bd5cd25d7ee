import { API_PATHS } from '../../contract/api-paths.ts'
import {
  LAYER_TIME_PARAM,
  type LayerFailure,
  type ListedLayer,
  layerFailureSchema,
  layerListSchema,
} from '../../contract/layers.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import { type LayerQuestion, layerAddress } from '../../core/layers/layer-address.ts'
import type { Ask } from '../http/ask.ts'
import { ContractError } from '../http/contract-api.ts'
import { exchangeBody } from '../http/exchange.ts'
import { AS_OF_HEADER, STALE_HEADER } from '../http/http.ts'
import type { Environment } from '../session/environment.ts'

/** A tile of a layer, or the whole layer if it has no tiles. */
export interface LayerPart {
  /** Null if the source has no data there. */
  bytes: ArrayBuffer | null
  /** Time of the request to the source, Unix ms. */
  asOfMs: number
  /** Expired: the source has no newer one. */
  stale: boolean
}

/** Why a part is unavailable: the source's failure, or `no-server` if our server did not respond. */
export type LayerProblem = LayerFailure | 'no-server'

export class LayerPartError extends Error {
  override readonly name = 'LayerPartError'
  readonly problem: LayerProblem
  constructor(problem: LayerProblem) {
    super(problem)
    this.problem = problem
  }
}

/** The operator's layers. */
export interface LayerAccess {
  /** Topmost first. Rejects with `ContractError`. */
  list(): Promise<ListedLayer[]>
  /** Rejects with `LayerPartError`, or with the signal's reason. */
  read(layer: ListedLayer, part: LayerQuestion, signal?: AbortSignal): Promise<LayerPart>
}

/** The server's timeout for a source, plus a margin. */
const TIMEOUT_MS = 20_000

export function createLayerAccess(deps: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  ask: Ask
  baseUrl: string
  credential(): Promise<string>
  dropCredential(refused: string): void
}): LayerAccess {
  const { environment, ask, baseUrl } = deps

  async function get(url: string, init: RequestInit, signal?: AbortSignal) {
    const how = { timeoutMs: TIMEOUT_MS, name: 'a layer', signal }
    return exchangeBody(environment, url, { cache: 'default', ...init }, how, async (response) => ({
      bytes: await response.arrayBuffer(),
    }))
  }

  async function fromServer(path: string, signal: AbortSignal | undefined, isAgain = false) {
    const credential = await deps.credential()
    const answer = await get(baseUrl + path, { headers: { authorization: `Bearer ${credential}` } }, signal)
    if (answer.status !== 401 || isAgain) return answer
    deps.dropCredential(credential)
    return fromServer(path, signal, true)
  }

  return {
    list: async () => (await ask(API_PATHS.layers, layerListSchema)).layers,
    async read(layer, part, signal) {
      const { url, kind } = layer
      const source = url === null ? null : { ...layer, url }
      try {
        const { status, headers, bytes } = source
          ? await get(layerAddress(source, part), { credentials: 'omit' }, signal)
          : await fromServer(pathOf(layer, part), signal)
        const nothing = status === 204 || (source !== null && status === 404 && kind !== 'geojson')
        if (status !== 200 && !nothing) throw new LayerPartError(source ? problemOf(status) : saidProblem(bytes))
        return {
          bytes: nothing ? null : bytes,
          asOfMs: parseInstantMs(headers.get(AS_OF_HEADER)) ?? environment.clock.now(),
          stale: headers.get(STALE_HEADER) === 'true',
        }
      } catch (error) {
        if (!(error instanceof ContractError)) throw error
        if (!source) throw new LayerPartError('no-server')
        throw new LayerPartError(error.reason === 'timeout' ? 'timeout' : 'unreachable')
      }
    },
  }
}

function pathOf({ id }: ListedLayer, { tile, timeMs }: LayerQuestion): string {
  const part = tile ? `${tile.z}/${tile.x}/${tile.y}` : 'data'
  const query = timeMs === null ? '' : `?${LAYER_TIME_PARAM}=${formatUtc(timeMs)}`
  return `${API_PATHS.layers}/${id}/${part}${query}`
}

function problemOf(status: number): LayerFailure {
  return status === 401 || status === 403 ? 'refused' : 'unavailable'
}

/** The source's failure as reported by our server; otherwise the server itself failed. */
function saidProblem(bytes: ArrayBuffer): LayerProblem {
  try {
    const read = layerFailureSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return read.success ? read.data.reason : 'no-server'
  } catch {
    return 'no-server'
  }
}
