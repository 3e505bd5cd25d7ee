import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { AS_OF_HEADER, STALE_HEADER } from '../../client/http/http.ts'
import { LAYER_TIME_PARAM, type LayerFailure, type ListedLayer } from '../../contract/layers.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import type { LayerTile } from '../../core/layers/layer-address.ts'
import { isLayerStep } from '../../core/layers/layer-time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { LayerAnswers } from './layer-answers.ts'
import { LayerError } from './layer-fetcher.ts'
import type { OwnLayer } from './layers-file.ts'

interface LayerRoutesDeps {
  layers(): readonly OwnLayer[]
  answers: LayerAnswers
  clock: Clock
  /** Client key for limits. */
  viewerOf(c: Context): string
}

const STATUS: Record<LayerFailure, 502 | 503 | 504> = {
  unreachable: 502,
  refused: 502,
  moved: 502,
  unavailable: 502,
  'too-large': 502,
  unreadable: 502,
  'other-crs': 502,
  timeout: 504,
  busy: 503,
}

/**
 * The operator's layers and their proxied content: `GET /`, `GET /{id}/{z}/{x}/{y}`, `GET /{id}/data`. Only existing
 * tiles at existing time steps can be requested.
 */
export function createLayerRoutes({ layers, answers, clock, viewerOf }: LayerRoutesDeps): Hono {
  const app = new Hono()
  const served = (id: string) => layers().find((layer) => layer.id === id && layer.via === 'server')

  app.get('/', (c) => c.json({ layers: layers().map(listed) }))

  app.get('/:id/:z{\\d{1,2}}/:x{\\d{1,8}}/:y{\\d{1,8}}', async (c) => {
    const layer = served(c.req.param('id'))
    if (!layer || layer.kind === 'geojson') return nothing(c)
    const tile = { z: Number(c.req.param('z')), x: Number(c.req.param('x')), y: Number(c.req.param('y')) }
    return isTileOf(layer, tile) ? answered(c, layer, tile) : nothing(c)
  })

  app.get('/:id/data', compress(), async (c) => {
    const layer = served(c.req.param('id'))
    return layer?.kind === 'geojson' ? answered(c, layer, null) : nothing(c)
  })

  async function answered(c: Context, layer: OwnLayer, tile: LayerTile | null): Promise<Response> {
    const said = c.req.query(LAYER_TIME_PARAM)
    const timeMs = layer.time ? parseInstantMs(said) : null
    if (layer.time ? timeMs === null || !isLayerStep(layer.time, timeMs, clock.now()) : said !== undefined) {
      const detail = layer.time
        ? `${LAYER_TIME_PARAM} must be a step of ${layer.time.stepMin} min of the last ${layer.time.keepHours} h, as 2026-07-01T08:00:00Z`
        : `this layer has no ${LAYER_TIME_PARAM}`
      return c.json({ detail }, 400)
    }
    try {
      const answer = await answers.ask(layer, { tile, timeMs }, viewerOf(c), c.req.raw.signal)
      const headers = {
        'cache-control': answer.isPast ? 'public, max-age=3600' : 'no-store',
        [AS_OF_HEADER]: formatUtc(answer.asOfMs),
        ...(answer.stale && { [STALE_HEADER]: 'true' }),
      }
      if (answer.bytes === null) return c.body(null, 204, headers)
      return c.body(answer.bytes, 200, { ...headers, 'content-type': answer.type })
    } catch (error) {
      if (!(error instanceof LayerError)) throw error
      const { reason } = error
      if (reason === 'busy') c.header('retry-after', '2')
      const detail = `the source of this layer: ${reason}`
      return c.json({ detail, reason }, STATUS[reason])
    }
  }
  return app
}

function nothing(c: Context): Response {
  return c.json({ detail: 'no layer has this tile or file' }, 404)
}

function isTileOf({ minZoom, maxZoom }: OwnLayer, { z, x, y }: LayerTile): boolean {
  return z >= minZoom && z <= maxZoom && x < 2 ** z && y < 2 ** z
}

/** Layer description for a page: for proxied layers without address and headers. */
function listed(layer: OwnLayer): ListedLayer {
  const { id, name, nameZh, kind, layers, style, time, attribution, opacity, via, minZoom, maxZoom, on } = layer
  const url = via === 'browser' ? layer.url : null
  return { id, name, nameZh, kind, url, layers, style, time, attribution, opacity, minZoom, maxZoom, on }
}
