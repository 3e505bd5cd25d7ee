import { gunzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { accepts } from './static.ts'

/** The base map by tile: gzip-compressed vector tiles, and PNG pictures of its relief; null where there is none. */
export interface Tiles {
  tile(z: number, x: number, y: number): Uint8Array | null
  relief(z: number, x: number, y: number): Uint8Array | null
  /** Changes with the tiles. */
  readonly version: string
}

const ZOOM_MAX = 24

/** `GET /{z}/{x}/{y}.mvt` and `GET /relief/{z}/{x}/{y}.png`. An address with `?v=` names one build of the tiles and never changes. */
export function createBasemapRoute(tiles: Tiles): Hono {
  const app = new Hono()

  app.get('/:z{\\d+}/:x{\\d+}/:file{\\d+\\.mvt}', (c) => {
    const at = placeOf(c)
    if (!at) return noTile(c)
    c.header('cache-control', lifeOf(c))
    c.header('vary', 'accept-encoding')
    const packed = tiles.tile(...at)
    if (!packed) return c.body(null, 204)
    c.header('content-type', 'application/vnd.mapbox-vector-tile')
    if (!accepts(c.req.header('accept-encoding'), 'gzip')) return c.body(new Uint8Array(gunzipSync(packed)))
    c.header('content-encoding', 'gzip')
    return c.body(new Uint8Array(packed))
  })

  app.get('/relief/:z{\\d+}/:x{\\d+}/:file{\\d+\\.png}', (c) => {
    const at = placeOf(c)
    const picture = at && tiles.relief(...at)
    if (!picture) return noTile(c)
    c.header('cache-control', lifeOf(c))
    c.header('content-type', 'image/png')
    return c.body(new Uint8Array(picture))
  })
  return app
}

type Place = [z: number, x: number, y: number]

/** The tile that the path names; null where the map has none at that zoom. */
function placeOf({ req }: Context): Place | null {
  const [z, x, y] = [req.param('z'), req.param('x'), req.param('file')].map((part) =>
    Number.parseInt(part ?? '', 10),
  ) as Place
  return z > ZOOM_MAX || x >= 2 ** z || y >= 2 ** z ? null : [z, x, y]
}

function noTile(c: Context) {
  const { z, x, file } = c.req.param()
  return c.json({ detail: `no tile ${z}/${x}/${file}` }, 404)
}

const lifeOf = ({ req }: Context) => (req.query('v') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
