import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { Place } from '../../core/places/place.ts'
import { featureOf } from '../../core/places/read-places.ts'
import type { GuardedPlaces } from './guarded-places.ts'

/**
 * `GET`: everything that is guarded, as a GeoJSON FeatureCollection of the form that `PLACES_FILE` has. `changes` are the
 * routes by which places are changed, where they can be.
 */
export function createPlaceRoutes(
  places: Pick<GuardedPlaces, 'list'>,
  guard: MiddlewareHandler,
  changes: Hono | null = null,
): Hono {
  const app = new Hono()
  let written: { of: readonly Place[]; text: string } | null = null

  app.get('/', guard, compress(), etag(), (c) => {
    const list = places.list()
    if (written?.of !== list) {
      const text = JSON.stringify({ type: 'FeatureCollection', features: list.map(featureOf) })
      written = { of: list, text }
    }
    return c.body(written.text, 200, { 'content-type': 'application/geo+json', 'cache-control': 'public, no-cache' })
  })
  if (changes) app.route('/', changes)
  else app.all('/', (c) => c.json({ detail: 'GET lists' }, 405, { allow: 'GET', 'cache-control': 'no-store' }))
  return app
}
