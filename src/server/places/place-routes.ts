import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Ladders } from '../../core/levels/ladder-of.ts'
import { laddersOf, type Place } from '../../core/places/place.ts'
import { featureOf } from '../../core/places/read-places.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { CallerEnv } from '../web/caller.ts'
import { allowing } from '../web/requests.ts'
import { respondWithFile, type StaticFile } from '../web/static.ts'
import type { GuardedPlaces } from './guarded-places.ts'

/**
 * `GET`: all monitored places as a GeoJSON FeatureCollection in the form of `PLACES_FILE`. `changes` are the routes for
 * editing, if enabled; `drawn` marks editable places.
 */
export function createPlaceRoutes(
  places: Pick<GuardedPlaces, 'list' | 'drawn' | 'isOfFile'>,
  guard: MiddlewareHandler,
  changes: Hono<CallerEnv> | null = null,
): Hono {
  const app = new Hono()
  let written: { of: readonly Place[]; file: StaticFile } | null = null

  app.get('/', guard, (c) => {
    const list = places.list()
    if (written?.of !== list) written = { of: list, file: writtenOnce(JSON.stringify(collectionOf(list))) }
    return respondWithFile(written.file, c.req.raw.headers)
  })

  /** The places with their settings; ladders assigned by server rules are listed once beside them. */
  function collectionOf(list: readonly Place[]) {
    const numbers = new Map<Ladders, number>()
    const features = list.map((place) => {
      const { properties, ...feature } = featureOf(place)
      const ladders = laddersOf(place)
      const isStated = ladders === laddersOf({ ...place, ladders: undefined })
      // A place of the file replaces a drawn one with the same id.
      const isDrawn = places.drawn().has(place.id) && !places.isOfFile(place.id)
      const told = {
        ...(!isStated && { ladders: heldOrMade(numbers, ladders, () => numbers.size) }),
        ...(isDrawn && { drawn: true }),
      }
      return { ...feature, geometry: place.geometry, properties: { ...properties, ...told } }
    })
    return { type: 'FeatureCollection', features, ...(numbers.size > 0 && { ladders: [...numbers.keys()] }) }
  }

  if (changes) app.route('/', changes)
  else app.all('/', allowing('GET'))
  return app
}

/** Every page requests this each minute, and thousands of places take some MB: compressed once and shared. */
function writtenOnce(text: string): StaticFile {
  const body = new TextEncoder().encode(text)
  return {
    type: 'application/geo+json',
    cacheControl: 'public, no-cache',
    body,
    br: null,
    gzip: new Uint8Array(gzipSync(body)),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  }
}
