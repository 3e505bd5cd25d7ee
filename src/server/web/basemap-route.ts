import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { accepts } from './static.ts'

/** Source of gzip-compressed vector tiles; null for an empty tile. */
export interface Tiles {
  tile(z: number, x: number, y: number): Uint8Array | null
  /** Changes with the tiles. */
  readonly version: string
}

const ZOOM_MAX = 24

/** `GET /{z}/{x}/{y}.mvt`. An address with `?v=` names one build of the tiles and never changes. */
export function createBasemapRoute(tiles: Tiles): Hono {
  const app = new Hono()

  app.get('/:z{\\d+}/:x{\\d+}/:file{\\d+\\.mvt}', (c) => {
    const [z, x, y] = [c.req.param('z'), c.req.param('x'), c.req.param('file').slice(0, -4)].map(Number) as [
      number,
      number,
      number,
    ]
    if (z > ZOOM_MAX || x >= 2 ** z || y >= 2 ** z) return c.json({ detail: `no tile ${z}/${x}/${y}` }, 404)

    c.header('cache-control', c.req.query('v') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    c.header('vary', 'accept-encoding')
    const packed = tiles.tile(z, x, y)
    if (!packed) return c.body(null, 204)
    c.header('content-type', 'application/vnd.mapbox-vector-tile')
    if (!accepts(c.req.header('accept-encoding'), 'gzip')) return c.body(new Uint8Array(gunzipSync(packed)))
    c.header('content-encoding', 'gzip')
    return c.body(new Uint8Array(packed))
  })
  return app
}
