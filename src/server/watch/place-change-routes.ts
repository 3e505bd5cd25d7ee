import { type Context, Hono } from 'hono'
import type { Problem } from '../../contract/problems.ts'
import type { EntryCode } from '../../contract/watch/journal.ts'
import { PLACES_MAX, type PlacesTaken } from '../../contract/watch/places.ts'
import { locatePlaces, nowhereProblem } from '../../core/places/locate-places.ts'
import type { StatedPlace } from '../../core/places/place.ts'
import { type ReadPlaces, readPlaceOrPlaces } from '../../core/places/read-places.ts'
import { type Fault, faultOf, problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { textOfBytes } from '../../core/problems/text-of-bytes.ts'
import { drawnState } from '../places/drawn-places.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import { boundBody } from '../web/body-quota.ts'
import type { CallerEnv, Who } from '../web/caller.ts'
import { allowing } from '../web/requests.ts'
import { allow, type WatchRoutesDeps } from './alarm-routes.ts'
import { entryOf } from './shift/journal.ts'

const BODY_MAX_BYTES = 8_388_608

/** Monitored places, including those drawn on the page. */
export type ChangedPlaces = Pick<GuardedPlaces, 'list' | 'drawn' | 'setDrawn' | 'isOfFile'>

/**
 * Changes to drawn or imported places, for callers with the role `configure`: `POST` adds a feature or a collection,
 * `PUT /{id}` replaces one, `DELETE /{id}` removes one. Places of the file and airports are read-only.
 */
export function createPlaceChangeRoutes(deps: WatchRoutesDeps & { places: ChangedPlaces }): Hono<CallerEnv> {
  const { places, watch, clock, log } = deps
  const app = new Hono<CallerEnv>()
  const limit = boundBody(BODY_MAX_BYTES)

  const mayConfigure = allow('configure', deps)

  async function keep(
    who: Who,
    changed: readonly [id: string, place: StatedPlace | null][],
    code: EntryCode,
  ): Promise<void> {
    const [first] = changed
    const subject = changed.length === 1 && first ? first[0] : null
    const count = code === 'imported' ? { count: changed.length } : {}
    const entry = entryOf('place', { by: who.name, subject, code, ...count }, clock.now())
    await watch.writer.write({ states: changed.map(([id, place]) => drawnState(id, place)), journal: [entry] })
    const drawn = new Map(places.drawn())
    for (const [id, place] of changed) {
      if (place) drawn.set(id, place)
      else drawn.delete(id)
    }
    places.setDrawn(drawn)
    log.info({ by: who.name, change: code, places: changed.map(([id]) => id).slice(0, 20) }, 'places changed')
  }

  /** Parses the body; problems cover invalid places and those that refer to unknown places. */
  async function bodyOf(c: Context): Promise<ReadPlaces> {
    const text = textOfBytes(new Uint8Array(await c.req.arrayBuffer()))
    if (!text.ok) return { places: [], problems: [problemAt(text.fault)] }
    const read = readPlaceOrPlaces(text.text)
    if (!read.ok) return { places: [], problems: read.problems }
    const { places: found, problems } = read.value
    const ids = new Set(found.map(({ id }) => id))
    const others = places.list().filter(({ id }) => !ids.has(id))
    const located = locatePlaces([...others, ...found])
    const unknown = [...located.nowhere, ...located.gone].filter(({ id }) => ids.has(id))
    const lost = new Set(unknown.map(({ id }) => id))
    return {
      places: located.places.filter(({ id }) => ids.has(id) && !lost.has(id)),
      problems: [...problems, ...unknown.map(nowhereProblem)],
    }
  }

  app.post('/', mayConfigure, limit, async (c) => {
    const { places: found, problems } = await bodyOf(c)
    const known = new Set([...places.list().map(({ id }) => id), ...places.drawn().keys()])
    const isFree = ({ id }: StatedPlace) => !known.has(id) && !places.isOfFile(id)
    const free = found.filter(isFree)
    const taken = found
      .filter((place) => !isFree(place))
      .map(({ id }) => problemAt(faultOf('place-taken'), { entry: 'feature', id }))
    const room = Math.max(0, PLACES_MAX - known.size)
    const added = free.slice(0, room)
    const left = free
      .slice(room)
      .map(({ id }) => problemAt(faultOf('places-most', { most: PLACES_MAX }), { entry: 'feature', id }))
    const told = { added: added.map(({ id }) => id), problems: [...problems, ...taken, ...left] }
    if (added.length === 0)
      return refused(c, told.problems.length > 0 ? told.problems : [problemAt(faultOf('place-none'))])
    await keep(
      c.get('caller').who,
      added.map((place) => [place.id, place]),
      added.length === 1 ? 'drawn' : 'imported',
    )
    return c.json<PlacesTaken>(told, 201)
  })

  app.put('/:id', mayConfigure, limit, async (c) => {
    const id = c.req.param('id')
    const refusal = refusalOf(id)
    if (refusal) return refused(c, [problemAt(refusal.fault, { entry: 'feature', id })], refusal.status)
    const { places: found, problems } = await bodyOf(c)
    const [place] = found
    if (!place || place.id !== id || found.length > 1) {
      return refused(c, problems.length > 0 ? problems : [problemAt(faultOf('place-one', { id }))])
    }
    const kept = place.at === undefined ? null : neededBy(id)
    if (kept) return refused(c, [kept], 409)
    await keep(c.get('caller').who, [[id, place]], 'changed')
    return c.json<PlacesTaken>({ added: [id], problems: [] })
  })

  app.delete('/:id', mayConfigure, async (c) => {
    const id = c.req.param('id')
    const refusal = refusalOf(id)
    if (refusal) return refused(c, [problemAt(refusal.fault, { entry: 'feature', id })], refusal.status)
    const kept = neededBy(id)
    if (kept) return refused(c, [kept], 409)
    await keep(c.get('caller').who, [[id, null]], 'removed')
    return c.body(null, 204)
  })

  /** A place that other places refer to keeps its geometry. */
  function neededBy(id: string): Problem | null {
    const other = places.list().find(({ at }) => at === id)
    return other ? problemAt(faultOf('place-needed', { other: other.id }), { entry: 'feature', id }) : null
  }

  function refusalOf(id: string): { fault: Fault; status: 404 | 409 } | null {
    if (places.drawn().has(id) && !places.isOfFile(id)) return null
    const isGuarded = places.list().some((place) => place.id === id)
    return isGuarded
      ? { fault: faultOf('place-of-file'), status: 409 }
      : { fault: faultOf('place-unknown'), status: 404 }
  }

  app.all('/', allowing('GET', 'POST'))
  return app
}

/** Refuses the request, with problems as codes and as text in `detail`. */
function refused(c: Context, problems: readonly Problem[], status: 400 | 404 | 409 = 400) {
  const detail = problems.slice(0, 1).map((problem) => problemText(problem))
  return c.json({ detail: detail.join(), added: [], problems }, status)
}
