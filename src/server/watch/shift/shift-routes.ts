import { Hono } from 'hono'
import { formatUtc } from '../../../contract/time.ts'
import {
  ENTRIES_TOLD,
  handOverSchema,
  type Journal,
  type JournalEntry,
  journalQuerySchema,
  type Snooze,
  type SnoozeList,
  snoozeEndSchema,
  snoozeSchema,
} from '../../../contract/watch/journal.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { boundBody } from '../../web/body-quota.ts'
import type { CallerEnv } from '../../web/caller.ts'
import { allowing, queryOf } from '../../web/requests.ts'
import { allow, noteRefusal, type WatchRoutesDeps } from '../alarm-routes.ts'
import { readAuthored } from './authored.ts'
import { entryOf } from './journal.ts'

const BODY_MAX_BYTES = 16_384

const limit = boundBody(BODY_MAX_BYTES)

/** Journal: `GET` lists, `POST` adds a note for the next shift. */
export function createJournalRoutes(deps: WatchRoutesDeps): Hono<CallerEnv> {
  const { watch, guard, clock } = deps
  const app = new Hono<CallerEnv>()
  const mayAcknowledge = allow('acknowledge', deps)
  app.get('/', guard, async (c) => {
    const { from, to, kind, limit: count = ENTRIES_TOLD } = queryOf(c, journalQuerySchema)
    const entries = await watch.store.journal({ limit: count, fromMs: from, toMs: to, kinds: kind })
    return c.json<Journal>({ entries })
  })
  app.post('/', mayAcknowledge, limit, async (c) => {
    const read = await readAuthored(c, handOverSchema)
    const refused = noteRefusal(c, read.what.text, deps)
    if (refused) return refused
    const entry = entryOf('note', { by: read.by, subject: null, text: read.what.text }, clock.now())
    await watch.writer.write({ journal: [entry] })
    return c.json<JournalEntry>(entry, 201)
  })
  app.all('/', allowing('GET', 'POST'))
  return app
}

/** Snoozes: `GET` lists, `PUT /{place}` starts one, `DELETE /{place}` ends it. */
export function createSnoozeRoutes(deps: WatchRoutesDeps): Hono<CallerEnv> {
  const { watch, guard, clock } = deps
  const app = new Hono<CallerEnv>()
  const mayAcknowledge = allow('acknowledge', deps)
  app.get('/', guard, (c) => c.json<SnoozeList>({ snoozes: watch.snoozes.list(clock.now()) }))
  app.put('/:place', mayAcknowledge, limit, async (c) => {
    const read = await readAuthored(c, snoozeSchema)
    const { by, what } = read
    const place = c.req.param('place')
    if (!watch.isKnown(place)) return c.json({ detail: 'no place has this id' }, 404)
    const refused = noteRefusal(c, what.note ?? '', deps)
    if (refused) return refused
    const until = formatUtc(Math.floor(clock.now()) + what.minutes * MINUTE_MS)
    const { levels } = what
    const snooze: Snooze = { place, by, until, note: what.note ?? '', ...(levels && { levels }) }
    const of = { by, subject: place, text: snooze.note, until, ...(levels && { levels }) }
    const entry = entryOf('snooze', of, clock.now())
    await watch.writer.write({ states: [watch.snoozes.set(snooze)], journal: [entry] })
    return c.json<Snooze>(snooze)
  })
  app.delete('/:place', mayAcknowledge, limit, async (c) => {
    const read = await readAuthored(c, snoozeEndSchema)
    const place = c.req.param('place')
    const ended = watch.snoozes.end(place)
    if (!ended) return c.json({ detail: 'this place is not snoozed' }, 404)
    const entry = entryOf('snooze-end', { by: read.by, subject: place }, clock.now())
    await watch.writer.write({ states: [ended], journal: [entry] })
    return c.body(null, 204)
  })
  app.all('/', allowing('GET'))
  return app
}
