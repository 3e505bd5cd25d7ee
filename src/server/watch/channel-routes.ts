import { Hono } from 'hono'
import { formatUtc } from '../../contract/time.ts'
import { CHANNEL_EVENTS, type ChannelList, type ListedChannel } from '../../contract/watch/alarms.ts'
import { LADDERS } from '../../contract/watch/place-states.ts'
import type { CallerEnv } from '../web/caller.ts'
import { allowing } from '../web/requests.ts'
import { allow, type WatchRoutesDeps } from './alarm-routes.ts'
import { type ChannelHealth, testOf } from './channels/dispatcher.ts'
import { entryOf } from './shift/journal.ts'

const DEAD_TOLD = 20

/** Delivery channels: `GET` lists their health without secrets, `POST /{id}/test` sends a test. */
export function createChannelRoutes(deps: WatchRoutesDeps): Hono<CallerEnv> {
  const { watch, guard, clock, log } = deps
  const app = new Hono<CallerEnv>()

  app.get('/', guard, async (c) => {
    const channels = await Promise.all(watch.dispatcher.health().map(listed))
    return c.json<ChannelList>({ channels })
  })

  async function listed({
    channel,
    waiting,
    lastSuccessMs,
    lastReceipt,
    lastError,
    isBroken,
  }: ChannelHealth): Promise<ListedChannel> {
    const { id, kind, redactedTarget, places, ladders, events, lang } = channel
    const dead = await watch.store.deliveries({ channel: id, outcome: 'given-up', limit: DEAD_TOLD })
    const choices = LADDERS.flatMap((ladder) => ladders[ladder] ?? [])
    return {
      id,
      kind,
      leadsTo: redactedTarget,
      places: [...places],
      lang,
      waiting,
      lastReceipt,
      lastError,
      levels: [...new Set(choices.flatMap(({ levels }) => levels))],
      ladders: LADDERS.filter((ladder) => ladders[ladder] !== null),
      events: CHANNEL_EVENTS.filter((event) =>
        [events, ...choices.map((each) => each.events)].some((of) => of.has(event)),
      ),
      lastSuccessAt: lastSuccessMs === null ? null : formatUtc(Math.floor(lastSuccessMs)),
      broken: isBroken,
      dead: dead.map(({ row, attempts, receipt }) => ({ alarm: row, attempts, why: receipt ?? '' })),
    }
  }

  app.post('/:id/test', allow('configure', deps), async (c) => {
    const { who } = c.get('caller')
    const id = c.req.param('id')
    if (!watch.dispatcher.has(id)) return c.json({ detail: 'no channel has this id' }, 404)
    watch.engine.raise([testOf(id, clock.now())])
    await watch.writer.write({ journal: [entryOf('test', { by: who.name, subject: id }, clock.now())] })
    log.info({ channel: id, by: who.name }, 'channel test requested')
    return c.body(null, 202)
  })
  app.all('/', allowing('GET'))
  return app
}
