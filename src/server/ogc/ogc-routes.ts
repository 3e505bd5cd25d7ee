import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { API_PATHS } from '../../contract/api-paths.ts'
import { CONFORMANCE, type Collection, GEOJSON_TYPE, type Link, OGC_PATH } from '../../contract/ogc/features.ts'
import { featuresQuerySchema } from '../../contract/ogc/queries.ts'
import { formatUtc } from '../../contract/time.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { streamOf } from '../contract/history/history-answers.ts'
import type { PastAnswers } from '../contract/history/past-answers.ts'
import { complain, marked } from '../contract/http/answers.ts'
import { readFailure } from '../contract/http/failures.ts'
import type { WorkScheduler } from '../event-loop/work-scheduler.ts'
import { queryOf } from '../web/requests.ts'
import type { Collected, Wanted } from './collected.ts'
import { FEATURES_DEFAULT, FEATURES_MAX, type Features, pageText } from './feature-page.ts'

const JSON_TYPE = 'application/json'
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

export interface OgcRoutesDeps {
  collections: readonly Collected[]
  /** Guards by product of the live data. */
  guards: Record<Collected['guard'], MiddlewareHandler>
  turns: WorkScheduler
  past: PastAnswers
  /** Origin as seen by the client, such as `https://map.example.com`. */
  originOf(c: Context): string
  /** Client key for fair scheduling. */
  askerOf(c: Context): string
  isSimulated(): boolean
  nowMs(): number
  log: Logger
}

const COLLECTIONS = `${OGC_PATH}/collections`
const COLLECTION = `${COLLECTIONS}/:collection`
const ITEMS = `${COLLECTION}/items`

/** OGC API – Features. Descriptions are public; features need access to the live data. To be mounted at the root. */
export function createOgcRoutes(deps: OgcRoutesDeps): Hono {
  const { collections, guards, originOf, isSimulated } = deps
  const description = createOgcDescription()
  const app = new Hono()
  const find = (c: Context) => collections.find(({ id }) => id === c.req.param('collection'))
  const noSuch = (c: Context) =>
    refuse(c, 404, `Unknown collection: available are ${collections.map(({ id }) => id).join(', ')}.`)

  app.use(`${OGC_PATH}/*`, compress(), marked(isSimulated))
  app.get(OGC_PATH, (c) => c.json(description.landing(originOf(c))))
  app.get(`${OGC_PATH}/conformance`, (c) => c.json({ conformsTo: CONFORMANCE }))
  app.get(COLLECTIONS, async (c) => {
    const origin = originOf(c)
    const all: Collection[] = await Promise.all(collections.map((each) => description.collection(each, origin)))
    return c.json({ links: [description.link(origin, COLLECTIONS, 'self')], collections: all })
  })
  app.get(COLLECTION, async (c) => {
    const collection = find(c)
    return collection ? c.json(await description.collection(collection, originOf(c))) : noSuch(c)
  })

  app.use(`${ITEMS}/*`, (c, next) => {
    const collection = find(c)
    return collection ? guards[collection.guard](c, next) : Promise.resolve(noSuch(c))
  })
  app.get(ITEMS, (c) => {
    const collection = find(c)
    return collection ? items(c, collection, deps) : noSuch(c)
  })
  app.get(`${ITEMS}/:feature`, (c) => {
    const collection = find(c)
    return collection ? item(c, collection, deps) : noSuch(c)
  })
  app.all(`${OGC_PATH}/*`, (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return refuse(c, 404, `No resource at ${c.req.path}.`)
    c.header('allow', 'GET')
    return refuse(c, 405, `${c.req.path} allows GET only.`)
  })
  app.onError((error, c) => {
    const failure = readFailure(error)
    if (failure.status >= 500) deps.log.error({ path: c.req.path, error: error.message }, 'OGC request failed')
    return complain(c, 'lightning', failure)
  })
  return app
}

async function items(c: Context, collection: Collected, deps: OgcRoutesDeps): Promise<Response> {
  const { turns, past, originOf, askerOf, isSimulated, nowMs, log } = deps
  const { bbox: box, datetime: period, next, limit = FEATURES_DEFAULT } = queryOf(c, featuresQuerySchema)
  if (next !== undefined && !collection.isNext(next))
    return refuse(c, 400, 'next must be the value from the link to the next page')
  const wanted: Wanted = { box, period, next, limit: Math.min(limit, FEATURES_MAX) }
  c.header('content-type', GEOJSON_TYPE)
  if (c.req.method === 'HEAD') return c.body(null)

  const asker = askerOf(c)
  const leave = past.enter(asker)
  if (!leave) return past.refuse(c, 'lightning')
  let features: Features | { complaint: string }
  try {
    features = await turns.take(asker, () => collection.features(wanted))
  } catch (error) {
    leave()
    throw error
  }
  if ('complaint' in features) {
    leave()
    return refuse(c, 400, features.complaint)
  }
  const links = (after: string | null) => pageLinks(new URL(c.req.url).searchParams, collection.id, originOf(c), after)
  const pieces = pageText(features, { timeMs: nowMs(), simulated: isSimulated(), links })
  const onError = (error: unknown) => log.error({ path: c.req.path, error: messageOf(error) }, 'OGC response aborted')
  return c.body(streamOf(pieces, { turns, asker, onError, onEnd: leave }))
}

async function item(c: Context, collection: Collected, deps: OgcRoutesDeps): Promise<Response> {
  const { turns, past, originOf, askerOf } = deps
  const asker = askerOf(c)
  const leave = past.enter(asker)
  if (!leave) return past.refuse(c, 'lightning')
  const id = c.req.param('feature') ?? ''
  const text = await turns.take(asker, () => collection.feature(id)).finally(leave)
  if (text === null) return refuse(c, 404, `No feature in ${collection.id} has this id.`)
  const path = `${COLLECTIONS}/${collection.id}`
  const links: Link[] = [
    { href: `${originOf(c)}${path}/items/${encodeURIComponent(id)}`, rel: 'self', type: GEOJSON_TYPE },
    { href: `${originOf(c)}${path}`, rel: 'collection', type: 'application/json' },
  ]
  return c.body(`${text.slice(0, -1)},"links":${JSON.stringify(links)}}`, 200, { 'content-type': GEOJSON_TYPE })
}

/** Links omit the token of the request. */
function pageLinks(asked: URLSearchParams, id: string, origin: string, next: string | null): Link[] {
  const path = `${COLLECTIONS}/${id}`
  const hrefWith = (more: Record<string, string>) => {
    const query = new URLSearchParams(asked)
    query.delete('token')
    for (const [name, value] of Object.entries(more)) query.set(name, value)
    return `${origin}${path}/items${query.size > 0 ? `?${query}` : ''}`
  }
  return [
    { href: hrefWith({}), rel: 'self', type: GEOJSON_TYPE },
    ...(next === null ? [] : [{ href: hrefWith({ next }), rel: 'next', type: GEOJSON_TYPE }]),
    { href: `${origin}${path}`, rel: 'collection', type: 'application/json' },
  ]
}

function refuse(c: Context, status: number, message: string): Response {
  return complain(c, 'lightning', { status, message })
}

/** Landing page, conformance and collections; links use the origin of the request. */
function createOgcDescription() {
  const link = (origin: string, path: string, rel: string, type = JSON_TYPE): Link => ({
    href: `${origin}${path}`,
    rel,
    type,
  })

  return {
    link,
    landing: (origin: string) => ({
      title: 'Brontide',
      description: 'Lightning, storms, guarded places, airports and fires, as features.',
      links: [
        link(origin, OGC_PATH, 'self'),
        link(origin, API_PATHS.openapi, 'service-desc', 'application/vnd.oai.openapi+json;version=3.1'),
        link(origin, `${OGC_PATH}/conformance`, 'conformance'),
        link(origin, `${OGC_PATH}/collections`, 'data'),
        link(origin, '/', 'alternate', 'text/html'),
      ],
    }),
    async collection({ id, title, description, sinceMs }: Collected, origin: string): Promise<Collection> {
      const path = `${OGC_PATH}/collections/${id}`
      const fromMs = await sinceMs()
      return {
        id,
        title,
        description,
        itemType: 'feature',
        crs: [CRS84],
        extent: {
          spatial: { bbox: [[-180, -90, 180, 90]] },
          ...(fromMs !== null && { temporal: { interval: [[formatUtc(fromMs), null] as [string, null]] } }),
        },
        links: [
          link(origin, path, 'self'),
          link(origin, `${path}/items`, 'items', GEOJSON_TYPE),
          link(origin, '/', 'alternate', 'text/html'),
        ],
      }
    },
  }
}
