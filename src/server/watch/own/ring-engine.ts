import type { Logger } from 'pino'
import { wholeSecond } from '../../../core/airports/lightning-hold-timer.ts'
import type { Report } from '../../../core/metar/report.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Break } from '../../../core/watch/breaks.ts'
import { type GuardState, LightningWatch } from '../../../core/watch/lightning-watch.ts'
import type { Raised } from '../../../core/watch/raised.ts'
import { ReportWatch } from '../../../core/watch/report-watch.ts'
import { type Rules, type RulesEntry, rulesOf } from '../../../core/watch/rules.ts'
import type { History } from '../../history/history.ts'
import type { NowcastService } from '../../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../../places/guarded-places.ts'
import type { ReportEvent, Source, StrikeEvent } from '../../sources/source.ts'
import { alarmOf } from '../alarm-of.ts'
import type { AlarmWriter } from '../alarm-writer.ts'
import { createLossWatch, createReportIntake } from '../lines-and-reports.ts'
import { strikesOf } from '../strikes-of.ts'
import { LOOK_BACK_MS, Observation, observedBefore } from './ring-observation.ts'

export interface WatchEngineDeps {
  source: Pick<Source, 'onStrikes' | 'onReports' | 'links' | 'simulated' | 'nowMs'>
  history: Pick<History, 'watch' | 'strikes' | 'missing'>
  places: Pick<GuardedPlaces, 'list' | 'onChange'>
  /** Null where nothing is reckoned of what comes next. */
  nowcast: Pick<NowcastService, 'latest'> | null
  writer: Pick<AlarmWriter, 'writeAll'>
  /** Other rules for some places, as they are now. */
  rules(): readonly RulesEntry[]
  /** Holds the latest report of each airport; others may look at it. */
  latestReports?: Map<string, Report>
  /** How well strikes are located, km; unknown where it is left out. */
  locationErrorKm?: number | null
  /** Where people open the page; null where nobody said so. */
  publicOrigin: string | null
  clock: Clock
  log: Logger
}

export interface WatchEngine {
  /** Raises what others than the rules have found. */
  raise(raised: readonly Raised[]): void
  close(): void
}

const TICK_MS = 1_000
/** So long after the start what was missed meanwhile may still be made up for. */
const GRACE_MS = 30_000
/** Where lightning stands at each place, by its id, among the states of the store. */
export const GUARDS = 'place/'
const REPORT = 'report/'
const BREAKS = 'breaks/'

/**
 * Raises alarms over guarded places, once for all who look, whether or not anybody does, and goes on where it was before a
 * restart. To be opened before the source is started, so that it hears everything.
 */
export async function openWatchEngine(deps: WatchEngineDeps): Promise<WatchEngine> {
  const { source, history, places, nowcast, writer, publicOrigin, clock, log } = deps
  const store = history.watch
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const openedMs = clock.monotonicMs()
  const lightning = new LightningWatch(readStates<GuardState>(await store.states(GUARDS)), deps.locationErrorKm ?? 0)
  const reports = createReportIntake(new ReportWatch(readStates(await store.states(REPORT))), deps.latestReports)
  const known = readStates<readonly Break[]>(await store.states(BREAKS)).get('') ?? []
  const observation = new Observation(await observedBefore(history, nowMs()), known)
  const isLost = createLossWatch(source, clock)
  let byId = new Map<string, Place>()
  const rulesAt = (id: string) => rulesFor(byId.get(id), deps.rules())
  const approaches = createApproachWatch(nowcast, lightning, rulesAt)
  let replays = 0
  let hasObserved = false
  let tickedMs = 0
  let closed = false

  function guard(list: readonly Place[]): void {
    byId = new Map(list.map((place) => [place.id, place]))
    lightning.setPlaces(list)
    void replay()
  }

  /** What struck before now counts for places that are new, and for those of which only the process knew it. */
  async function replay(): Promise<void> {
    replays++
    try {
      const now = nowMs()
      for await (const strikes of strikesOf(history, now - LOOK_BACK_MS, Number.MAX_SAFE_INTEGER, clock)) {
        if (closed) break
        keep(strikes.flatMap(({ timeMs, lat, lon }) => lightning.strike(timeMs, lat, lon, now)))
      }
    } catch (error) {
      log.error({ error: String(error) }, 'strikes of before could not be read for the watch')
    } finally {
      replays--
    }
  }

  function take(event: StrikeEvent): void {
    observation.take(event)
    if (event.kind === 'observed') hasObserved = true
    if (event.kind !== 'batch') return
    const now = nowMs()
    keep(event.records.flatMap(({ time, lat, lon }) => lightning.strike(Number(time) / 1e6, lat, lon, now)))
  }

  function takeReports(event: ReportEvent): void {
    if (event.kind === 'reports') keep(reports.take(event.records, rulesAt, nowMs()))
  }

  function tick(): void {
    const now = wholeSecond(nowMs())
    const raised = reports.rules.lines({ lightning: isLost('lightning'), reports: isLost('metar') }, now)
    // Reports grow old by themselves; to the minute is enough.
    if (Math.floor(now / MINUTE_MS) !== Math.floor(tickedMs / MINUTE_MS)) raised.push(...reports.look(rulesAt, now))
    tickedMs = now
    if (replays === 0 && (hasObserved || clock.monotonicMs() - openedMs > GRACE_MS)) {
      observation.look(now)
      raised.push(...lightning.check(observation.at(now), now))
    }
    raised.push(...approaches())
    keep(raised)
  }

  /** Writes down what was raised, and what is remembered because of it. */
  function keep(raised: readonly Raised[]): void {
    const changed = lightning.takeChanges()
    const states = new Map(changed.map(([id, state]) => [GUARDS + id, state && JSON.stringify(state)]))
    for (const [icao, memory] of reports.rules.takeChanges())
      states.set(REPORT + icao, memory && JSON.stringify(memory))
    const breaks = observation.takeChange()
    if (breaks) states.set(BREAKS, JSON.stringify(breaks))
    if (raised.length === 0 && states.size === 0) return
    const now = nowMs()
    const observing = observation.at(wholeSecond(now))
    const alarms = raised.map((each) => {
      const place = (each.placeId !== null && byId.get(each.placeId)) || null
      return alarmOf(each, { place, nowMs: now, observing, simulated: source.simulated, publicOrigin })
    })
    writer.writeAll(alarms, states, (id) => [GUARDS + id, REPORT + id])
  }

  guard(places.list())
  const stops = [
    places.onChange(guard),
    source.onStrikes(take),
    source.onReports(takeReports),
    clock.every(TICK_MS, tick),
  ]
  return {
    raise: keep,
    close() {
      closed = true
      for (const stop of stops) stop()
    },
  }
}

/** What the latest look into what comes next says of each place's largest ring. */
function createApproachWatch(
  nowcast: WatchEngineDeps['nowcast'],
  lightning: LightningWatch,
  rulesAt: (id: string) => Rules | null,
): () => Raised[] {
  let lookedAtMs = 0
  return () => {
    const look = nowcast?.latest()
    if (!look?.isObserved || look.outlook.atMs === lookedAtMs) return []
    lookedAtMs = look.outlook.atMs
    let end = 0
    return look.places.flatMap(({ place, rings }) => {
      end += rings.length
      const outlook = look.outlook.rings[end - 1]
      return outlook ? lightning.approach(place.id, outlook, lookedAtMs, rulesAt(place.id) ?? undefined) : []
    })
  }
}

/** Null for what is guarded no more. */
function rulesFor(place: Place | undefined, entries: readonly RulesEntry[]): Rules | null {
  return place ? rulesOf(entries, place) : null
}

/** Texts that we wrote ourselves. */
function readStates<State>(texts: ReadonlyMap<string, string>): Map<string, State> {
  return new Map([...texts].map(([key, text]) => [key, JSON.parse(text) as State]))
}
