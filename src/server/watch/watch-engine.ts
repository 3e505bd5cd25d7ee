import type { Logger } from 'pino'
import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import {
  type FeedObserved,
  LADDERS,
  type LadderKind,
  type PlaceState,
  type WorkStop,
} from '../../contract/watch/place-states.ts'
import { wholeSecond } from '../../core/airports/lightning-hold-timer.ts'
import { type EngineChange, LevelEngine, type Subject } from '../../core/levels/level-engine.ts'
import { placeStateOf, rowOf } from '../../core/levels/row.ts'
import { reportFromRecord } from '../../core/metar/read-report.ts'
import { commonPlace, type Place } from '../../core/places/place.ts'
import type { Clock } from '../../core/time/clock.ts'
import { isoOf, isoOrNull } from '../../core/time/iso.ts'
import type { History } from '../history/history.ts'
import type { NowcastService } from '../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import { linkOf } from './alarm-link.ts'
import type { AlarmWriter } from './alarm-writer.ts'
import { createFeedWatch, type FeedMemory } from './levels/feed-watch.ts'
import { outlooksOf } from './levels/outlooks.ts'
import { LEVELS, readStoredLevels } from './levels/stored-levels.ts'
import { LOOK_BACK_MS, Observation, observedBefore } from './observation.ts'
import type { PrivateSubjects } from './own/private-levels.ts'
import { type Raised, serviceAlarm } from './service-alarm.ts'
import { strikesOf } from './strikes-of.ts'

export interface WatchEngineDeps {
  source: Pick<Source, 'onStrikes' | 'onReports' | 'latestReports' | 'links' | 'simulated' | 'nowMs'>
  history: Pick<History, 'watch' | 'strikes' | 'missing'>
  places: Pick<GuardedPlaces, 'list' | 'onChange' | 'isAwaited'>
  /** Null without a nowcast. */
  nowcast: Pick<NowcastService, 'latest'> | null
  writer: Pick<AlarmWriter, 'writeAll'>
  /** Viewer rules: additional subjects, reported to their owners only. */
  privateSubjects: PrivateSubjects
  /** Open work stops of a place. */
  stopsOf: (placeId: string) => readonly WorkStop[]
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
const PRIVATE_LEVELS = `${LEVELS}~`
const FEEDS = 'feed/'

/**
 * Evaluates the levels of all monitored places, shared by all viewers and independent of them, and resumes after a
 * restart. Open it before the source starts, so that no data is missed.
 */
export async function openWatchEngine(deps: WatchEngineDeps) {
  const { source, history, places, nowcast, writer, privateSubjects, stopsOf, publicOrigin, clock, log } = deps
  const store = history.watch
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const openedMs = clock.monotonicMs()
  const stored = await readStoredLevels(store)
  const engine = new LevelEngine({ stored: stored.take, errorKm: deps.locationErrorKm ?? 0 })
  const observation = new Observation(await observedBefore(history, nowMs()), nowMs())
  const feedStates = [...(await store.states(FEEDS))]
  // Stored by ourselves.
  const feedMemories = new Map(feedStates.map(([feed, text]) => [feed, JSON.parse(text) as FeedMemory]))
  const feeds = createFeedWatch(source, feedMemories, nowMs())
  let replays = 0
  /** Replays for which every evaluation waits. */
  let awaited = 0
  let hasObserved = false
  let ticked = { atMs: nowMs(), monotonicMs: openedMs }
  let nowcastMs = 0
  let closed = false

  function observedBy(feed: 'lightning' | 'reports'): FeedObserved {
    const { gapMs, sinceMs } = feeds.state(feed)
    if (gapMs !== null) return { now: false, since: isoOf(gapMs) }
    return { now: true, since: isoOrNull(feed === 'lightning' ? observation.since(wholeSecond(nowMs())) : sinceMs) }
  }

  function observedAt(subject: Subject, ladder: LadderKind): FeedObserved {
    return ladder === 'lightning' ? observedBy('lightning') : engine.reportsOf(subject)
  }

  function setPlaces(list: readonly Place[]): void {
    take(list, true)
    void retireOthers()
  }

  /** Ends levels of places that were removed while no process ran, from the log. */
  async function retireOthers(): Promise<void> {
    for (const id of stored.others()) {
      const [newest] = await store.alarms({ placeId: id, limit: 1 })
      const place = newest?.alarm.place ?? { id, name: id, nameZh: null, group: 'airports' }
      if (closed || places.isAwaited(place)) continue
      const now = nowMs()
      keep(engine.retire(placeOfRow(place), now, observation.gaps(now)))
    }
  }

  /** Follows places and viewer rules. Replays for viewer rules alone delay no other subject. */
  function take(list: readonly Place[], isAwaited: boolean): void {
    const now = nowMs()
    keep(engine.setPlaces([...list, ...privateSubjects.subjectsAt(list)], now, observation.gaps(now)))
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
        takeStrikes(strikes, now)
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

  function takeStrikes(strikes: readonly { timeMs: number; lat: number; lon: number }[], now: number): void {
    const gaps = observation.gaps(wholeSecond(now))
    const inOrder = strikes.toSorted((a, b) => a.timeMs - b.timeMs)
    keep(inOrder.flatMap(({ timeMs, lat, lon }) => engine.strike(timeMs, lat, lon, now, gaps)))
  }

  function takeStrikeEvent(event: StrikeEvent): void {
    observation.take(event)
    if (event.kind === 'observed') hasObserved = true
    if (event.kind !== 'batch') return
    const strikes = event.records.map(({ time, lat, lon }) => ({ timeMs: Number(time) / 1e6, lat, lon }))
    takeStrikes(strikes, nowMs())
  }

  function takeReports(event: ReportEvent): void {
    if (event.kind !== 'reports') return
    const now = nowMs()
    const reports = event.records.flatMap((record) => reportFromRecord(record) ?? [])
    keep(reports.flatMap((report) => engine.report(report, now)))
  }

  /** A source does not emit the reports from before a restart again. New ones have arrived by then, if there are any. */
  async function takeKnownReports(): Promise<void> {
    const records = await source.latestReports('all')
    if (!closed) takeReports({ kind: 'reports', records })
  }

  function takeNowcast(now: number): EngineChange[] {
    const look = nowcast?.latest()
    if (!look?.isObserved || look.outlook.atMs === nowcastMs) return []
    nowcastMs = look.outlook.atMs
    const atMs = Math.min(nowcastMs, now)
    observation.takeNowcast(atMs)
    return engine.nowcast(outlooksOf(look), wholeSecond(atMs), observation.gaps(now))
  }

  function tick(): void {
    const now = wholeSecond(nowMs())
    lookForStep(now)
    keep(takeNowcast(now))
    ticked = { atMs: now, monotonicMs: clock.monotonicMs() }
    if (awaited > 0 || (!hasObserved && clock.monotonicMs() - openedMs <= GRACE_MS)) return
    observation.forget(now)
    const gaps = observation.gaps(now)
    const about = { simulated: source.simulated, link: linkOf(publicOrigin, null, now) }
    keep(engine.tick(now, gaps), feeds.look(gaps.lightning, now, about))
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

  /** Writes alarms with the engine state they result from; those of viewer rules go to their owners alone. */
  function keep(changes: readonly EngineChange[], alarms: readonly Alarm[] = []): void {
    const rows = changes.map((change) => ({ of: change.subject.place, row: rowFor(change) }))
    const own = rows.flatMap(({ of, row }) => (of.own ? [{ viewer: of.own.viewer, row }] : []))
    const common = rows.flatMap(({ of, row }) => (isPrivate(of) ? [] : [row]))
    const states = changedStates()
    const ownStates = [...states].filter(([key]) => key.startsWith(PRIVATE_LEVELS))
    for (const [key] of ownStates) states.delete(key)
    if (own.length + ownStates.length > 0) privateSubjects.write(own, ownStates)
    if (common.length + alarms.length + states.size === 0) return
    writer.writeAll([...alarms, ...common], states, (id) => [LEVELS + id])
  }

  function changedStates(): Map<string, string | null> {
    const states = new Map<string, string | null>()
    for (const [id, memory] of engine.takeChanges()) states.set(LEVELS + id, memory && JSON.stringify(memory))
    for (const [feed, memory] of feeds.takeChanges()) states.set(FEEDS + feed, JSON.stringify(memory))
    if (replays === 0) for (const key of stored.obsolete.splice(0)) states.set(key, null)
    return states
  }

  function rowFor(change: EngineChange): Row {
    const { subject, ladder } = change
    const { place } = subject
    return rowOf(change, {
      observed: observedAt(subject, ladder),
      stops: stopsOf(commonPlace(place).id),
      simulated: source.simulated,
      link: place.own ? null : linkOf(publicOrigin, place, nowMs()),
    })
  }

  function statesOf(subject: Subject, stops: readonly WorkStop[], isNamed: boolean): PlaceState[] {
    const atMs = wholeSecond(nowMs())
    const gaps = observation.gaps(atMs)
    const isListed = (kind: LadderKind) => {
      return isNamed || !subject[kind].isOff || (kind === 'lightning' && stops.length > 0)
    }
    return LADDERS.filter(isListed).map((kind) =>
      placeStateOf(subject, kind, { gaps, atMs, observed: observedAt(subject, kind), stops }),
    )
  }

  setPlaces(places.list())
  const cancels = [
    places.onChange(setPlaces),
    privateSubjects.onChange(() => take(places.list(), false)),
    source.onStrikes(takeStrikeEvent),
    source.onReports(takeReports),
    clock.every(TICK_MS, tick),
    clock.after(GRACE_MS, () => void takeKnownReports()),
  ]
  return {
    /** Raises externally detected alarms: channel tests and failures. */
    raise(raised: readonly Raised[]): void {
      const about = { simulated: source.simulated, publicOrigin }
      const alarms = raised.map((each) => serviceAlarm(each, nowMs(), about))
      keep([], alarms)
    },
    /** Ladders with a level that is not off, or those of the named places. */
    states(placeIds?: readonly string[]): PlaceState[] {
      const subjects = placeIds?.flatMap((id) => engine.subjects.get(id) ?? []) ?? [...engine.subjects.values()]
      return subjects
        .filter(({ place }) => !isPrivate(place))
        .flatMap((subject) => statesOf(subject, stopsOf(subject.place.id), placeIds !== undefined))
    },
    /** Weather ladders that are off, and whose report is overdue. */
    overdue(): PlaceState[] {
      const isSilent = ({ weather, reports, ladders }: Subject) =>
        weather.isOff && reports?.isOverdue && ladders.tellsOverdue
      return [...engine.subjects.values()]
        .filter(isSilent)
        .flatMap((subject) => statesOf(subject, [], true).filter(({ ladder }) => ladder === 'weather'))
    },
    /** The same for a viewer's own levels, for the owner only. */
    statesOf(viewer: string, placeIds?: readonly string[]): PlaceState[] {
      return [...engine.subjects.values()]
        .filter(({ place }) => place.own?.viewer === viewer)
        .filter(({ place }) => placeIds?.includes(commonPlace(place).id) ?? true)
        .flatMap((subject) => statesOf(subject, [], placeIds !== undefined))
        .filter(({ levels }) => levels.length > 0)
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
}

/** A removed place, as named by its last row. */
function placeOfRow({ id, name, nameZh, group, lat = 0, lon = 0 }: NonNullable<Row['place']>): Place {
  const geometry = { type: 'Point', coordinates: [lon, lat] } as const
  return { id, name, nameZh, group, geometry, ringsKm: [], holdMin: 0, stated: {}, timeZone: null, hours: null }
}

function isPrivate({ id }: Place): boolean {
  return id.startsWith('~')
}
