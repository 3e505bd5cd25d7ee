import { type Context, Hono } from 'hono'
import { PLACES_MAX, type PlacesTaken } from '../../contract/watch/places.ts'
import type { Place } from '../../core/places/place.ts'
import { readPlaces } from '../../core/places/read-places.ts'
import type { OfCaller, Who } from '../access/admission.ts'
import { boundBody } from '../http/body-room.ts'
import { allow, NO_STORE, type WatchRoutesDeps } from '../watch/alarm-routes.ts'
import { entryOf } from '../watch/shift/journal.ts'
import { drawnState } from './drawn-places.ts'
import type { GuardedPlaces } from './guarded-places.ts'

const BODY_MAX_BYTES = 8_388_608
const OF_THE_FILE = 'it stands in PLACES_FILE: change it there'

/** What is guarded, and what of it was drawn on the page. */
export type ChangedPlaces = Pick<GuardedPlaces, 'list' | 'drawn' | 'setDrawn' | 'isOfFile'>

/**
 * Places that are drawn or imported on the page, for who may configure: `POST` takes a feature or a collection of them,
 * `PUT /{id}` another form of one, `DELETE /{id}` ends it. Those of the file, and the airports, can't be changed.
 */
export function createPlaceChangeRoutes(deps: WatchRoutesDeps & { places: ChangedPlaces }): Hono<OfCaller> {
  const { places, watch, clock, log } = deps
  const app = new Hono<OfCaller>()
  const limit = boundBody(BODY_MAX_BYTES)

  const mayConfigure = allow('configure', deps)

  async function keep(who: Who, changed: readonly [id: string, place: Place | null][], text: string): Promise<void> {
    const [first] = changed
    const subject = changed.length === 1 && first ? first[0] : null
    const entry = entryOf('place', { by: who.name, subject, text }, clock.now())
    await watch.writer.write({ states: changed.map(([id, place]) => drawnState(id, place)), journal: [entry] })
    const drawn = new Map(places.drawn())
    for (const [id, place] of changed) {
      if (place) drawn.set(id, place)
      else drawn.delete(id)
    }
    places.setDrawn(drawn)
    log.info({ by: who.name, places: changed.map(([id]) => id).slice(0, 20) }, `places: ${text}`)
  }

  /** The places of a body, and what is wrong with those that are none. */
  async function bodyOf(c: Context) {
    const text = await c.req.text()
    const read = readPlaces(isFeature(text) ? `{"type": "FeatureCollection", "features": [${text}]}` : text)
    return read.ok ? read.value : { places: [], problems: read.problems }
  }

  app.post('/', mayConfigure, limit, async (c) => {
    const { places: found, problems } = await bodyOf(c)
    const known = new Set(places.list().map(({ id }) => id))
    const free = found.filter(({ id }) => !known.has(id))
    const taken = found.filter(({ id }) => known.has(id)).map(({ id }) => `${id}: its id is that of another place`)
    const room = Math.max(0, PLACES_MAX - known.size)
    const added = free.slice(0, room)
    const left = free.slice(room).map(({ id }) => `${id}: there are more than ${PLACES_MAX} places`)
    const told: PlacesTaken = { added: added.map(({ id }) => id), problems: [...problems, ...taken, ...left] }
    if (added.length === 0)
      return c.json({ detail: told.problems[0] ?? 'send a GeoJSON feature', ...told }, 400, NO_STORE)
    const text = added.length === 1 ? 'drawn' : `imported: ${added.length}`
    await keep(
      c.get('caller').who,
      added.map((place) => [place.id, place]),
      text,
    )
    return c.json(told, 201, NO_STORE)
  })

  app.put('/:id', mayConfigure, limit, async (c) => {
    const id = c.req.param('id')
    const refusal = refusalOf(id)
    if (refusal) return c.json({ detail: refusal.detail }, refusal.status, NO_STORE)
    const { places: found, problems } = await bodyOf(c)
    const [place] = found
    if (!place || place.id !== id || found.length > 1) {
      return c.json({ detail: problems[0] ?? `send one feature, whose id is ${id}` }, 400, NO_STORE)
    }
    await keep(c.get('caller').who, [[id, place]], 'changed')
    return c.json<PlacesTaken>({ added: [id], problems: [] }, 200, NO_STORE)
  })

  app.delete('/:id', mayConfigure, async (c) => {
    const id = c.req.param('id')
    const refusal = refusalOf(id)
    if (refusal) return c.json({ detail: refusal.detail }, refusal.status, NO_STORE)
    await keep(c.get('caller').who, [[id, null]], 'taken away')
    return c.body(null, 204, NO_STORE)
  })

  function refusalOf(id: string): { detail: string; status: 404 | 409 } | null {
    if (places.drawn().has(id) && !places.isOfFile(id)) return null
    const isGuarded = places.list().some((place) => place.id === id)
    return isGuarded ? { detail: OF_THE_FILE, status: 409 } : { detail: 'there is no such place', status: 404 }
  }

  app.all('/', (c) => c.json({ detail: 'GET lists, POST adds' }, 405, { ...NO_STORE, allow: 'GET, POST' }))
  return app
}

function isFeature(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && 'type' in read && read.type === 'Feature'
  } catch {
    return false
  }
}
