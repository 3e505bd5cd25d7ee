import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { Place } from '../../core/places/place.ts'
import { featureOf } from '../../core/places/read-places.ts'
import type { GuardedPlaces } from './guarded-places.ts'

/**
 * `GET`: everything that is guarded, as a GeoJSON FeatureCollection of the form that `PLACES_FILE` has. `changes` are the
 * routes by which places are changed, where they can be; `drawn` says of which places.
 */
export function createPlaceRoutes(
  places: Pick<GuardedPlaces, 'list' | 'drawn'>,
  guard: MiddlewareHandler,
  changes: Hono | null = null,
): Hono {
  const app = new Hono()
  let written: { of: readonly Place[]; text: string } | null = null

  function toldOf(place: Place) {
    const feature = featureOf(place)
    // One of the file stands in the stead of a drawn one of that id.
    const isDrawn = places.drawn().get(place.id) === place
    return isDrawn ? { ...feature, properties: { ...feature.properties, drawn: true } } : feature
  }

  app.get('/', guard, compress(), etag(), (c) => {
    const list = places.list()
    if (written?.of !== list) {
      const text = JSON.stringify({ type: 'FeatureCollection', features: list.map(toldOf) })
      written = { of: list, text }
    }
    return c.body(written.text, 200, { 'content-type': 'application/geo+json', 'cache-control': 'public, no-cache' })
  })
  if (changes) app.route('/', changes)
  else app.all('/', (c) => c.json({ detail: 'GET lists' }, 405, { allow: 'GET', 'cache-control': 'no-store' }))
  return app
}
