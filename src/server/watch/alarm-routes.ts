import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import { formatUtc } from '../../contract/time.ts'
import {
  ALARMS_EXPORTED,
  ALARMS_TOLD,
  ALARMS_TOLD_MAX,
  type AlarmList,
  acknowledgeSchema,
  alarmStreamQuerySchema,
  alarmsQuerySchema,
  type Stage,
} from '../../contract/watch/alarms.ts'
import type { JournalEntry } from '../../contract/watch/journal.ts'
import type { Step } from '../../contract/watch/place-states.ts'
import { VIEWER_HEADER } from '../../contract/watch/private-levels.ts'
import { type AlarmLoad, alarmLoadQuerySchema, LOAD_DAYS_MAX, LOAD_ROWS_MAX } from '../../contract/watch/sheets.ts'
import { alarmLoadOf } from '../../core/levels/alarm-load.ts'
import { headlineOf } from '../../core/levels/texts.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { alarmsCsv } from '../../core/watch/alarm-csv.ts'
import type { Admit } from '../access/admission.ts'
import { ownOrigin } from '../access/own-origin.ts'
import type { ReadPeer } from '../access/peers.ts'
import type { SignInEnv } from '../access/read-guard.ts'
import type { PastAnswers } from '../contract/history/past-answers.ts'
import type { WorkScheduler } from '../event-loop/work-scheduler.ts'
import type { WatchStore } from '../history/watch-store.ts'
import { boundBody } from '../web/body-quota.ts'
import type { Caller, CallerEnv } from '../web/caller.ts'
import type { createClientRate } from '../web/client-rate.ts'
import { allowing, csvFile, queryOf, tooMany } from '../web/requests.ts'
import type { SignInRegistry } from '../web/sign-in-registry.ts'
import { type InTurn, readAlarms } from './alarm-reading.ts'
import { parseLastEvent } from './alarm-stream.ts'
import { ownerOf } from './own/private-levels.ts'
import { type Role, type Roles, WHY_NOT, whyNot } from './roles.ts'
import { readAuthored } from './shift/authored.ts'
import { entryOf } from './shift/journal.ts'
import type { Watch } from './watch.ts'

/** Hono variables of an admitted request. */
export interface ReaderEnv {
  Variables: CallerEnv['Variables'] & SignInEnv['Variables']
}

export interface WatchRoutesDeps {
  watch: Watch
  /** Guard for viewers of the map. */
  guard: MiddlewareHandler
  admit: Admit
  peerOf: ReadPeer
  signIns: Pick<SignInRegistry, 'add'>
  roles(): Roles | null
  isSimulated(): boolean
  /** Scheduler and limits shared with other history reads. */
  past: { turns: WorkScheduler; answers: PastAnswers }
  /** Retention of the alarm log, ms. */
  keepMs: number
  /** Rate limit of changes per person, or per address without names. */
  changes: ReturnType<typeof createClientRate>
  /** Rate limit of notes, which are kept as long as alarms. */
  notes: ReturnType<typeof createClientRate>
  clock: Clock
  log: Logger
}

/** A shift may acknowledge all alarms of a storm at once. Each change is recorded in the journal. */
export const CHANGES = { burst: 200, perSecond: 0.5 }
export const NOTES = { burst: 2_000, perSecond: 2_000 / (DAY_MS / 1_000) }
const BODY_MAX_BYTES = 4_096
const SAID_AGAIN_MS = 60_000

/** Dependencies of the permission check. */
export type ChangerDeps = Pick<WatchRoutesDeps, 'peerOf' | 'admit' | 'roles' | 'changes'>

/**
 * Middleware that admits callers with the role, or one of several. It runs before the body is read, so that no body of
 * an unauthorised caller is buffered.
 */
export function allow(role: Role | readonly Role[], deps: ChangerDeps): MiddlewareHandler<CallerEnv> {
  const roles = [role].flat()
  return createMiddleware<CallerEnv>(async (c, next) => {
    const caller = await callerOf(c, roles, deps)
    if (caller instanceof Response) return caller
    c.set('caller', caller)
    return next()
  })
}

/** The caller, if permitted; else the refusal. */
async function callerOf(c: Context, roles: readonly Role[], deps: ChangerDeps): Promise<Caller | Response> {
  const origin = ownOrigin((name) => c.req.header(name), deps.peerOf(c).secure)
  if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403)
  const admitted = await deps.admit(c)
  if (admitted.refused) return admitted.refused
  const [why = null, ...others] = roles.map((role) => whyNot(role, admitted.who, deps.roles()))
  if (why !== null && !others.includes(null)) return c.json({ detail: WHY_NOT[why] }, 403)
  const waitMs = deps.changes.take(countedAs(c, admitted, deps))
  const most = `at most ${CHANGES.burst} changes at once, and one in ${1 / CHANGES.perSecond} s`
  return waitMs === 0 ? admitted : tooMany(c, most, waitMs)
}

/** Refusal of a note beyond the daily limit; null if it may be stored. */
export function noteRefusal(c: Context<CallerEnv>, text: string, deps: Pick<WatchRoutesDeps, 'peerOf' | 'notes'>) {
  const waitMs = text === '' ? 0 : deps.notes.take(countedAs(c, c.get('caller'), deps))
  return waitMs === 0 ? null : tooMany(c, `at most ${NOTES.burst} notes a day`, waitMs)
}

/** A person, or one address without names. */
function countedAs(c: Context, { who: { name } }: Caller, { peerOf }: Pick<WatchRoutesDeps, 'peerOf'>): string {
  return name === null ? peerOf(c).client : `name ${name}`
}

/** A client without a response, as after a crash, repeats the request. */
async function isNoted(store: Pick<WatchStore, 'journal'>, entry: JournalEntry, nowMs: number): Promise<boolean> {
  const query = { fromMs: nowMs - SAID_AGAIN_MS, kinds: ['acknowledge'], limit: CHANGES.burst }
  const same = ({ by, subject, text }: JournalEntry) =>
    by === entry.by && subject === entry.subject && text === entry.text
  return (await store.journal(query)).some(same)
}

/**
 * The alarm log: `GET` lists, `GET /load` aggregates, `GET /stream` streams new rows, `POST /{id}/acknowledge`
 * acknowledges.
 */
export function createAlarmRoutes(deps: WatchRoutesDeps): Hono<ReaderEnv> {
  const { watch, guard, clock, log } = deps
  const { turns, answers } = deps.past
  const viewerOf = (c: Context) => deps.peerOf(c).client
  const app = new Hono<ReaderEnv>()
  const limit = boundBody(BODY_MAX_BYTES)

  app.get('/', guard, compress(), async (c) => {
    const asked = queryOf(c, alarmsQuerySchema)
    const { from, to, place, stage, step, ladder, level, acknowledged, search, lang = 'en' } = asked
    const isCsv = asked.format === 'csv'
    const { limit: count = isCsv ? ALARMS_EXPORTED : ALARMS_TOLD } = asked
    const query = {
      limit: isCsv ? count : Math.min(count, ALARMS_TOLD_MAX),
      fromMs: from,
      toMs: to,
      placeId: place,
      stages: stage as Stage[] | undefined,
      steps: step as Step[] | undefined,
      ladder,
      levels: level,
      acknowledged,
      search,
    }
    const leave = answers.enter(viewerOf(c))
    if (!leave) return answers.refuse(c, 'lightning')
    const inTurn: InTurn = (piece) => turns.take(viewerOf(c), piece)
    const kept = await readAlarms(watch.store, query, { inTurn, nowMs: clock.now(), keepMs: deps.keepMs }).finally(
      leave,
    )
    if (isCsv) {
      const text = alarmsCsv(
        kept.map(({ alarm }) => alarm),
        (alarm) => headlineOf(alarm, lang),
      )
      return csvFile(c, text, 'alarms.csv')
    }
    return c.json<AlarmList>({ alarms: kept.map(({ alarm }) => alarm) })
  })

  app.get('/load', guard, async (c) => {
    const { to: toMs = clock.now() + 1, from: fromMs = toMs - DAY_MS } = queryOf(c, alarmLoadQuerySchema)
    const days = (toMs - fromMs) / DAY_MS
    if (days <= 0 || days > LOAD_DAYS_MAX) {
      return c.json({ detail: `from must be before to, by at most ${LOAD_DAYS_MAX} days` }, 400)
    }
    const leave = answers.enter(viewerOf(c))
    if (!leave) return answers.refuse(c, 'lightning')
    const inTurn: InTurn = (piece) => turns.take(viewerOf(c), piece)
    const nowMs = clock.now()
    const query = { fromMs, toMs, limit: LOAD_ROWS_MAX }
    const kept = await readAlarms(watch.store, query, { inTurn, nowMs, keepMs: deps.keepMs }).finally(leave)
    const rows = kept.map(({ alarm }) => alarm).reverse()
    const simulated = deps.isSimulated()
    const isCut = rows.length === LOAD_ROWS_MAX
    const load = alarmLoadOf(rows, { period: { fromMs, toMs }, nowMs, isCut, simulated })
    return c.json<AlarmLoad>(load)
  })

  app.get('/stream', guard, async (c) => {
    const inQuery = queryOf(c, alarmStreamQuerySchema)['last-event-id']
    const lastId = c.req.header('last-event-id') ?? inQuery ?? ''
    const last = parseLastEvent(lastId)
    if (!last && lastId !== '') {
      const detail = `last-event-id must be the id of an event, such as 17 or 17.4, got ${lastId.slice(0, 100)}`
      return c.json({ detail }, 400)
    }
    // A proxy that buffers would hold alarms back.
    const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
    // A HEAD response has no body that would end the stream.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const admitted = await deps.admit(c)
    const caller = admitted.refused ? null : admitted
    // A caller with a token and no sign-in sees the public rows.
    const owner = caller && ownerOf(caller.who, c.req.header(VIEWER_HEADER))
    const name = caller?.who.name ?? null
    const stream = watch.streams.open(last, {
      holder: name === null ? { kind: 'address', id: viewerOf(c) } : { kind: 'name', id: name },
      own: owner === null ? null : watch.own.feedOf(owner),
      inTurn: (piece) => turns.take(viewerOf(c), piece),
      signIns: [...new Set([c.get('signIn'), caller?.signIn])].filter((each) => typeof each === 'string'),
      registry: deps.signIns,
    })
    if (!stream) {
      return c.json({ detail: 'the stream limit is reached' }, 503, { 'retry-after': '30' })
    }
    return c.body(stream, 200, headers)
  })

  app.post('/:id/acknowledge', allow('acknowledge', deps), limit, async (c) => {
    const { by, what } = await readAuthored(c, acknowledgeSchema)
    const note = what.note ?? ''
    const refused = noteRefusal(c, note, deps)
    if (refused) return refused
    const id = c.req.param('id')
    const acknowledgement = { by, at: formatUtc(Math.floor(clock.now())), note }
    const [kept] = await watch.writer.write({ acknowledged: { alarmId: id, acknowledgement } })
    if (!kept) return c.json({ detail: 'no alarm has this id' }, 404)
    const entry = entryOf('acknowledge', { by, subject: id, text: acknowledgement.note }, clock.now())
    if (!(await isNoted(watch.store, entry, clock.now()))) await watch.writer.write({ journal: [entry] })
    log.info({ alarm: id, by }, 'alarm acknowledged')
    return c.json(kept.alarm)
  })
  app.all('/', allowing('GET'))
  return app
}
