import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Place } from '../../core/places/place.ts'
import { featureOf } from '../../core/places/read-places.ts'
import type { OfCaller } from '../access/admission.ts'
import { respondWithFile, type StaticFile } from '../http/static.ts'
import type { GuardedPlaces } from './guarded-places.ts'

/**
 * `GET`: everything that is guarded, as a GeoJSON FeatureCollection of the form that `PLACES_FILE` has. `changes` are the
 * routes by which places are changed, where they can be; `drawn` says of which places.
 */
export function createPlaceRoutes(
  places: Pick<GuardedPlaces, 'list' | 'drawn'>,
  guard: MiddlewareHandler,
  changes: Hono<OfCaller> | null = null,
): Hono {
  const app = new Hono()
  let written: { of: readonly Place[]; file: StaticFile } | null = null

  function toldOf(place: Place) {
    const feature = featureOf(place)
    // One of the file stands in the stead of a drawn one of that id.
    const isDrawn = places.drawn().get(place.id) === place
    return isDrawn ? { ...feature, properties: { ...feature.properties, drawn: true } } : feature
  }

  app.get('/', guard, (c) => {
    const list = places.list()
    if (written?.of !== list) {
      const text = JSON.stringify({ type: 'FeatureCollection', features: list.map(toldOf) })
      written = { of: list, file: writtenOnce(text) }
    }
    return respondWithFile(written.file, c.req.raw.headers)
  })
  if (changes) app.route('/', changes)
  else app.all('/', (c) => c.json({ detail: 'GET lists' }, 405, { allow: 'GET', 'cache-control': 'no-store' }))
  return app
}

/** Every page asks each minute, and thousands of places make a few MB: they are compressed and marked once for all of them. */
function writtenOnce(text: string): StaticFile {
  const body = new TextEncoder().encode(text)
  return {
    ...{ type: 'application/geo+json', cacheControl: 'public, no-cache', body, br: null },
    gzip: new Uint8Array(gzipSync(body)),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  }
}
