import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { formatUtc } from '../../contract/time.ts'
import {
  DELIVERIES_TOLD,
  DELIVERIES_TOLD_MAX,
  type DeliveryList,
  deliveriesQuerySchema,
  type ListedDelivery,
} from '../../contract/watch/deliveries.ts'
import { csvText } from '../../core/util/csv.ts'
import type { DeliveryQuery, FinishedDelivery } from '../history/watch-store.ts'
import type { CallerEnv } from '../web/caller.ts'
import { allowing, csvFile, queryOf } from '../web/requests.ts'
import type { WatchRoutesDeps } from './alarm-routes.ts'

type DeliveryRoutesDeps = Pick<WatchRoutesDeps, 'watch' | 'guard' | 'peerOf' | 'past'>

/** Delivery log: `GET` lists, with `format=csv` as a table. */
export function createDeliveryRoutes(deps: DeliveryRoutesDeps): Hono<CallerEnv> {
  const { guard } = deps
  const app = new Hono<CallerEnv>()
  app.get('/', guard, compress(), async (c) => {
    const asked = queryOf(c, deliveriesQuerySchema)
    const { from, to, channel } = asked
    const isCsv = asked.format === 'csv'
    const { limit = isCsv ? DELIVERIES_TOLD_MAX : DELIVERIES_TOLD } = asked
    const found = await deliveriesOf(c, deps, { limit, fromMs: from, toMs: to, channel })
    if (found instanceof Response) return found
    return isCsv ? csvFile(c, deliveriesCsv(found), 'deliveries.csv') : c.json<DeliveryList>({ deliveries: found })
  })
  app.all('/', allowing('GET'))
  return app
}

/** `GET /{id}/deliveries` below the alarms: deliveries of one row. */
export function createRowDeliveryRoutes(deps: DeliveryRoutesDeps): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>()
  app.get('/:id/deliveries', deps.guard, async (c) => {
    const deliveries = await deliveriesOf(c, deps, { rowId: c.req.param('id'), limit: DELIVERIES_TOLD })
    return deliveries instanceof Response ? deliveries : c.json<DeliveryList>({ deliveries })
  })
  return app
}

/** Completed deliveries, read in a separate turn among history work; or the refusal. */
async function deliveriesOf(
  c: Context,
  { watch, peerOf, past: { turns, answers } }: DeliveryRoutesDeps,
  query: DeliveryQuery,
): Promise<ListedDelivery[] | Response> {
  const viewer = peerOf(c).client
  const leave = answers.enter(viewer)
  if (!leave) return answers.refuse(c, 'lightning')
  const found = await turns.take(viewer, () => watch.store.deliveries(query)).finally(leave)
  return found.map(listed)
}

function listed({ row, channel, atMs, attempts, outcome, receipt }: FinishedDelivery): ListedDelivery {
  return { row, channel, at: formatUtc(atMs), attempts, outcome, receipt }
}

function deliveriesCsv(deliveries: readonly ListedDelivery[]): string {
  return csvText([
    ['row', 'channel', 'finished_utc', 'attempts', 'outcome', 'receipt'],
    ...deliveries.map(({ row, channel, at, attempts, outcome, receipt }) => {
      return [row, channel, at, attempts, outcome, receipt]
    }),
  ])
}
