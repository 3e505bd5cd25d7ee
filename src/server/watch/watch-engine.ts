import type { Logger } from 'pino'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { Row } from '../../contract/watch/alarms.ts'
import type { FeedObserved, PlaceState, WorkStop } from '../../contract/watch/place-states.ts'
import { wholeSecond } from '../../core/airports/lightning-hold-timer.ts'
import type { FeedMemory } from '../../core/levels/feed-gap.ts'
import { type EngineChange, LevelEngine, type PlaceMemory, type Subject } from '../../core/levels/level-engine.ts'
import { isoOf, isoOrNull } from '../../core/levels/level-state.ts'
import type { Outlook, OutlookAt } from '../../core/levels/nowcast-trigger.ts'
import { placeIn, placeStateOf, rowOf } from '../../core/levels/row.ts'
import type { Report } from '../../core/metar/report.ts'
import type { Place } from '../../core/places/place.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { History } from '../history/history.ts'
import type { Look, NowcastService } from '../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import { linkOf } from './alarm-link.ts'
import type { AlarmWriter } from './alarm-writer.ts'
import { createFeedWatch } from './levels/feed-watch.ts'
import { createLatestReports } from './levels/latest-reports.ts'
import { convertedMemory, obsoleteStates } from './levels/migrate-states.ts'
import { LOOK_BACK_MS, Observation, observedBefore } from './observation.ts'
import type { PrivateSubjects } from './own/private-levels.ts'
import { type Raised, serviceAlarm } from './service-alarm.ts'
import { strikesOf } from './strikes-of.ts'

export interface WatchEngineDeps {
  source: Pick<Source, 'onStrikes' | 'onReports' | 'links' | 'simulated' | 'nowMs'>
  history: Pick<History, 'watch' | 'strikes' | 'missing'>
  places: Pick<GuardedPlaces, 'list' | 'onChange'> & Partial<Pick<GuardedPlaces, 'isAwaited'>>
  /** Null without a nowcast. */
  nowcast: Pick<NowcastService, 'latest'> | null
  writer: Pick<AlarmWriter, 'writeAll'>
  /** Viewer rules: additional subjects, reported to their owners only. */
  privateSubjects?: PrivateSubjects
  /** Open work stops of a place. */
  stopsOf?: (placeId: string) => readonly WorkStop[]
  /** The latest report of each airport, shared. */
  latestReports?: Map<string, Report>
  /** Location accuracy of strikes, km; unknown if absent. */
  locationErrorKm?: number | null
  /** Null without PUBLIC_ORIGIN. */
  publicOrigin: string | null
  clock: Clock
  log: Logger
}

export type WatchEngine = Awaited<ReturnType<typeof openWatchEngine>>

const TICK_MS = 1_000
/** Until this time after the start missed data may still be backfilled. */
const GRACE_MS = 30_000
/** A larger step means that the clock was set. */
const STEP_MS = 2_000
/** Engine state of each place, by its id. */
export const LEVELS = 'level/'
const PRIVATE_LEVELS = `${LEVELS}~`
const FEEDS = 'feed/'

/**
 * Evaluates the levels of all monitored places, shared by all viewers and independent of them, and resumes after a
 * restart. Open it before the source starts, so that no data is missed.
 */
export async function openWatchEngine(deps: WatchEngineDeps) {
  const { source, history, places, nowcast, writer, privateSubjects, publicOrigin, clock, log } = deps
  const store = history.watch
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const openedMs = clock.monotonicMs()
  const reports = createLatestReports(deps.latestReports)
  const obsolete = await obsoleteStates(store)
  const engine = new LevelEngine({
    remembered: readStates<PlaceMemory>(await store.states(LEVELS)),
    errorKm: deps.locationErrorKm ?? 0,
    reportOf: (icao) => reports.latest.get(icao),
  })
  const observation = new Observation(await observedBefore(history, nowMs()), nowMs())
  const feeds = createFeedWatch(source, readStates<FeedMemory>(await store.states(FEEDS)), nowMs())
  const nowcasts = createNowcastIntake(nowcast, (id) => privateSubjects?.idsAt(id) ?? [])
  let replays = 0
  /** Places whose evaluation must wait for a replay. */
  let awaited = 0
  let hasObserved = false
  let ticked = { atMs: nowMs(), monotonicMs: openedMs, minute: 0 }
  let closed = false
  const stopsOf = deps.stopsOf ?? (() => [])

  function observedBy(feed: 'lightning' | 'reports'): FeedObserved {
    const { gapMs, sinceMs } = feeds.state(feed)
    if (gapMs !== null) return { now: false, since: isoOf(gapMs) }
    const since = feed === 'lightning' ? observation.since(wholeSecond(nowMs())) : sinceMs
    return { now: true, since: isoOrNull(since) }
  }

  function observedAt({ place }: Subject, ladder: 'lightning' | 'weather'): FeedObserved {
    if (ladder === 'lightning') return observedBy('lightning')
    const report = reports.latest.get(place.at ?? place.id)
    const isOverdue = engine.subjects.get(place.id)?.reports?.isOverdue ?? false
    return { now: report !== undefined && !isOverdue, since: report ? isoOf(report.obsTimeMs) : null }
  }

  function setPlaces(list: readonly Place[]): void {
    for (const place of list) {
      const before = obsolete.twoRings.get(place.id)
      const lightning = before && convertedMemory(place, before)
      if (lightning) engine.remember(place.id, { lightning })
      obsolete.twoRings.delete(place.id)
    }
    take(list, true)
    void retireOthers()
  }

  /** Ends levels of places that were removed while no process ran, from the log. */
  async function retireOthers(): Promise<void> {
    for (const id of engine.awaited()) {
      const [newest] = await store.alarms({ placeId: id, limit: 1 })
      const place = newest?.alarm.place ?? { id, name: id, nameZh: null, group: 'airports' }
      if (closed || places.isAwaited?.(place)) continue
      const now = nowMs()
      keep(engine.retire(placeOfRow(place), now, observation.gaps(now)))
    }
  }

  /** Follows places and viewer rules. Replays for viewer rules alone delay no other subject. */
  function take(list: readonly Place[], isAwaited: boolean): void {
    const now = nowMs()
    keep(engine.setPlaces([...list, ...(privateSubjects?.subjectsAt(list) ?? [])], now, observation.gaps(now)))
    void replay(isAwaited)
  }

  /** Replays earlier strikes for new places and levels, and for places without stored state. */
  async function replay(isAwaited: boolean): Promise<void> {
    replays++
    if (isAwaited) awaited++
    try {
      const now = nowMs()
      for await (const strikes of strikesOf(history, now - LOOK_BACK_MS, Number.MAX_SAFE_INTEGER, clock)) {
        if (closed) break
        const inOrder = [...strikes].sort((a, b) => a.timeMs - b.timeMs)
        keep(inOrder.flatMap(({ timeMs, lat, lon }) => strike(timeMs, lat, lon, now)))
      }
    } catch (error) {
      log.error({ error: String(error) }, 'strike replay for levels failed')
    } finally {
      replays--
      if (isAwaited) awaited--
      const now = wholeSecond(nowMs())
      if (replays === 0 && !closed) keep(engine.settle(now, observation.gaps(now)))
    }
  }

  function strike(timeMs: number, lat: number, lon: number, now: number): EngineChange[] {
    return engine.strike(timeMs, lat, lon, now, observation.gaps(wholeSecond(now)))
  }

  function takeStrikes(event: StrikeEvent): void {
    observation.take(event)
    if (event.kind === 'observed') hasObserved = true
    if (event.kind !== 'batch') return
    const now = nowMs()
    const struck = event.records.map(({ time, lat, lon }) => ({ timeMs: Number(time) / 1e6, lat, lon }))
    keep(struck.sort((a, b) => a.timeMs - b.timeMs).flatMap(({ timeMs, lat, lon }) => strike(timeMs, lat, lon, now)))
  }

  function takeReports(event: ReportEvent): void {
    if (event.kind !== 'reports') return
    const now = nowMs()
    keep(reports.take(event.records).flatMap((report) => engine.report(report, now)))
  }

  function tick(): void {
    const now = wholeSecond(nowMs())
    lookForStep(now)
    const changes: EngineChange[] = []
    const look = nowcasts(observation, now)
    if (look) changes.push(...engine.nowcast(look.outlooks, wholeSecond(look.atMs), observation.gaps(now)))
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== ticked.minute) changes.push(...engine.lookForOverdue(now))
    ticked = { atMs: now, monotonicMs: clock.monotonicMs(), minute }
    const rows: Row[] = []
    if (awaited === 0 && (hasObserved || clock.monotonicMs() - openedMs > GRACE_MS)) {
      observation.forget(now)
      changes.push(...engine.tick(now, observation.gaps(now)))
      rows.push(
        ...feeds.look(observation.gaps(now).lightning, now, {
          simulated: source.simulated,
          link: linkOf(publicOrigin, null, now),
        }),
      )
    }
    keep(changes, rows)
  }

  /** After a clock change the time between both readings is a gap. */
  function lookForStep(now: number): void {
    if (source.nowMs) return
    const expectedMs = ticked.atMs + clock.monotonicMs() - ticked.monotonicMs
    if (Math.abs(now - expectedMs) <= STEP_MS) return
    observation.stepped(expectedMs, now)
    if (now < expectedMs) engine.clampTo(now)
    log.warn({ byS: Math.round((now - expectedMs) / 1_000) }, 'clock stepped, hold times restarted')
  }

  /** Writes rows with the engine state they result from. */
  function keep(changes: readonly EngineChange[], others: readonly Row[] = [], raised: readonly Raised[] = []): void {
    const memories = engine.takeChanges()
    const states = new Map(memories.map(([id, memory]) => [LEVELS + id, memory && JSON.stringify(memory)]))
    for (const [feed, memory] of feeds.takeChanges()) states.set(FEEDS + feed, JSON.stringify(memory))
    if (obsolete.removals.length > 0 && replays === 0)
      for (const [key] of obsolete.removals.splice(0)) states.set(key, null)
    const rows = changes.map((change) => ({
      of: privateSubjects?.subject(change.subject.place.id) ?? null,
      row: rowFor(change),
    }))
    const own = rows.flatMap(({ of, row }) => (of ? [{ of, row }] : []))
    const ownStates = [...states].filter(([key]) => key.startsWith(PRIVATE_LEVELS))
    for (const [key] of ownStates) states.delete(key)
    if (own.length + ownStates.length > 0) privateSubjects?.write(own, ownStates)
    const ofAll = rows.flatMap(({ row }) => (isPrivate(row.place?.id ?? '') ? [] : [row]))
    if (ofAll.length + others.length + raised.length === 0 && states.size === 0) return
    const now = nowMs()
    const alarms = raised.map((each) => serviceAlarm(each, now, { simulated: source.simulated, publicOrigin }))
    writer.writeAll([...others, ...ofAll, ...alarms], states, (id) => [LEVELS + id])
  }

  function rowFor(change: EngineChange): Row {
    const { subject } = change
    const ofViewer = privateSubjects?.subject(subject.place.id)
    return rowOf(change, {
      observed: observedAt(subject, change.kind === 'levels' ? change.ladder : 'weather'),
      stops: stopsOf(ofViewer?.place.id ?? subject.place.id),
      simulated: source.simulated,
      link: ofViewer ? null : linkOf(publicOrigin, subject.place, nowMs()),
    })
  }

  function statesOfSubjects(
    subjects: readonly Subject[],
    stopsAt: (subject: Subject) => readonly WorkStop[],
    isNamed: boolean,
  ) {
    const atMs = wholeSecond(nowMs())
    const gaps = observation.gaps(atMs)
    return subjects.flatMap((subject) =>
      (['lightning', 'weather'] as const).flatMap((ladder) => {
        const stops = stopsAt(subject)
        if (!isNamed && subject[ladder].isOff && (ladder === 'weather' || stops.length === 0)) return []
        return [placeStateOf(subject, ladder, { gaps, atMs, observed: observedAt(subject, ladder), stops })]
      }),
    )
  }

  setPlaces(places.list())
  const cancels = [
    places.onChange(setPlaces),
    privateSubjects?.onChange(() => take(places.list(), false)) ?? (() => {}),
    source.onStrikes(takeStrikes),
    source.onReports(takeReports),
    clock.every(TICK_MS, tick),
  ]
  return {
    /** Raises externally detected alarms: channel tests and failures. */
    raise: (raised: readonly Raised[]): void => keep([], [], raised),
    /** Ladders with a level that is not off, or those of the named places. */
    states(placeIds?: readonly string[]): PlaceState[] {
      const named = placeIds?.flatMap((id) => (isPrivate(id) ? [] : (engine.subjects.get(id) ?? [])))
      const subjects = named ?? [...engine.subjects.values()].filter(isWorthTelling)
      return statesOfSubjects(subjects, ({ place }) => stopsOf(place.id), placeIds !== undefined)
    },
    /** The same for a viewer's own levels, for the owner only. */
    statesOf(viewer: string, placeIds?: readonly string[]): PlaceState[] {
      return (privateSubjects?.idsOf(viewer) ?? []).flatMap((id) => {
        const subject = engine.subjects.get(id)
        const of = privateSubjects?.subject(id)
        if (!subject || !of || (placeIds && !placeIds.includes(of.place.id))) return []
        return statesOfSubjects([subject], () => [], placeIds !== undefined)
          .filter(({ levels }) => levels.length > 0)
          .map((state) => ({ ...state, place: placeIn(of.place), own: of.key }))
      })
    },
    observed: (): Record<'lightning' | 'reports', FeedObserved> => ({
      lightning: observedBy('lightning'),
      reports: observedBy('reports'),
    }),
    /** Time of the engine's last pass over its places, Unix ms. */
    tickedMs: (): number => ticked.atMs,
    close(): void {
      closed = true
      for (const cancel of cancels) cancel()
    },
  }

  function isWorthTelling({ lightning, weather, place }: Subject): boolean {
    return !isPrivate(place.id) && (!lightning.isOff || !weather.isOff || stopsOf(place.id).length > 0)
  }
}

/** A removed place, as named by its last row. */
function placeOfRow({ id, name, nameZh, group, lat = 0, lon = 0 }: NonNullable<Row['place']>): Place {
  const geometry = { type: 'Point', coordinates: [lon, lat] } as const
  return { id, name, nameZh, group, geometry, ringsKm: [], holdMin: 0, stated: {}, timeZone: null, hours: null }
}

function isPrivate(placeId: string): boolean {
  return placeId.startsWith('~')
}

/** Results of the latest nowcast for each place and viewer subject, each computed once. */
function createNowcastIntake(nowcast: WatchEngineDeps['nowcast'], subjectsAt: (placeId: string) => readonly string[]) {
  let takenMs = 0
  return (observation: Observation, nowMs: number) => {
    const look = nowcast?.latest()
    if (!look?.isObserved || look.outlook.atMs === takenMs) return null
    takenMs = look.outlook.atMs
    observation.takeNowcast(Math.min(takenMs, nowMs))
    return { atMs: Math.min(takenMs, nowMs), outlooks: outlooksOf(look, subjectsAt) }
  }
}

function* outlooksOf(
  { outlook, places }: Look,
  subjectsAt: (placeId: string) => readonly string[],
): Iterable<readonly [placeId: string, at: OutlookAt]> {
  let begin = 0
  for (const { place, rings } of places) {
    const from = begin
    begin += rings.length
    const at: OutlookAt = (km) => {
      const index = place.ringsKm.indexOf(km)
      const told = index < 0 ? undefined : outlook.rings[from + index]
      return told ? outlookOf(told) : null
    }
    for (const id of [place.id, ...subjectsAt(place.id)]) yield [id, at]
  }
}

function outlookOf({ chances, arrival }: Look['outlook']['rings'][number]): Outlook {
  return {
    chanceWithin: (minutes) => chances?.[(HORIZONS_MIN as readonly number[]).indexOf(minutes)] ?? null,
    arrival,
  }
}

/** Stored by ourselves. */
function readStates<State>(texts: ReadonlyMap<string, string>): Map<string, State> {
  return new Map([...texts].map(([key, text]) => [key, JSON.parse(text) as State]))
}
