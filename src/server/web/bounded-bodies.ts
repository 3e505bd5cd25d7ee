import type { Environment } from '../../client/session/environment.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { feedOf } from '../event-loop/feed-of.ts'
import { workLabels } from '../event-loop/work-labels.ts'

const MEBIBYTE = 1024 * 1024
/** Far above the largest list in the contract. */
const BODY_MAX_BYTES = 16 * MEBIBYTE
/** A thousand hours of a hundred elements are half of it. */
const FORECAST_MAX_BYTES = 2 * MEBIBYTE
/** Five minutes of 5,000 records a second, ten times the worst outbreak known, at 110 bytes each. */
const STRIKES_MAX_BYTES = 160 * MEBIBYTE
const FORECASTS = [standardEndpoints.forecastHourly, standardEndpoints.forecastDaily]
const TOO_LARGE = 'BODY_TOO_LARGE'

/**
 * `environment` with bounded response bodies. The bound applies to the decompressed size, so that a small compressed
 * response cannot exhaust memory. Reading a larger body rejects, and the rest is not read.
 */
export function boundBodies(environment: Environment, maxBytes: (path: string) => number = maxBytesOf): Environment {
  return {
    ...environment,
    async fetch(url, init) {
      const response = await environment.fetch(url, init)
      if (!response.body) return response
      const { pathname } = new URL(url)
      const max = maxBytes(pathname)
      /** Parsing is attributed to the feed of the request. */
      async function read<T>(how: (whole: Response) => Promise<T>): Promise<T> {
        const body = await how(boundedBody(response, max))
        workLabels.continueAs(feedOf(pathname))
        return body
      }
      return Object.defineProperties(response, {
        text: { value: () => read((whole) => whole.text()), configurable: true },
        json: { value: () => read((whole) => whole.json()), configurable: true },
        arrayBuffer: { value: () => read((whole) => whole.arrayBuffer()) },
      })
    },
  }
}

/** A response with the same body, whose reading rejects beyond the bound. */
export function boundedBody({ body }: Response, maxBytes: number): Response {
  return new Response(body?.pipeThrough(counting(maxBytes)) ?? null)
}

/** True for the error of a body beyond its bound. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error.cause as { code?: string } | undefined)?.code === TOO_LARGE
}

function maxBytesOf(path: string): number {
  if (path.endsWith(LIGHTNING_PATHS.strikes)) return STRIKES_MAX_BYTES
  return FORECASTS.some((forecast) => path.endsWith(forecast.path)) ? FORECAST_MAX_BYTES : BODY_MAX_BYTES
}

function counting(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      // Callers build their error message from the code.
      if (bytes > maxBytes) throw new Error('', { cause: { code: TOO_LARGE } })
      controller.enqueue(chunk)
    },
  })
}
