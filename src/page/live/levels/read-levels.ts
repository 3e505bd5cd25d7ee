import type { Level } from '../../../contract/watch/levels.ts'
import type { FeedObserved, LadderKind, LevelState, PlaceState } from '../../../contract/watch/place-states.ts'
import type { Watch } from '../../../core/airports/hold-time.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM, ringsText, ruleOf } from '../../../core/airports/rings.ts'
import { coverageOf } from '../../../core/levels/earliest-end.ts'
import { levelsOfRings } from '../../../core/levels/ladder-of.ts'
import { levelStateOf, NO_GAPS } from '../../../core/levels/level-state.ts'
import { NO_LADDER, placeIn } from '../../../core/levels/row.ts'
import { laddersOf, type Place } from '../../../core/places/place.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { isoOf } from '../../../core/time/iso.ts'
import type { Span } from '../../../core/time/spans.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { usePage } from '../../state/page-store.ts'
import type { HoldTimerStore } from '../airports/hold-timer-store.ts'
import { silentSince, useAlarmLog } from '../alarms/alarm-log.ts'
import { usePlaces } from '../places/place-store.ts'
import { evaluate, type Seen } from './evaluate.ts'
import { type FeedTold, keyOf, ownKeyOf, useLevels } from './level-store.ts'

export type LevelsRead =
  /** Incomplete data: the place is unknown. */
  | { kind: 'loading' }
  /** No levels are evaluated there. */
  | { kind: 'none' }
  | {
      kind: 'told'
      /** The evaluator: the page if the server does not evaluate levels, or is silent since `silentSinceMs` (Unix ms). */
      by: 'server' | 'page'
      silentSinceMs: number | null
      /** The whole second, Unix ms. */
      nowMs: number
      lightning: PlaceState
      /** Null without one. */
      weather: PlaceState | null
      /** The viewer's own rings, if chosen: evaluated by the server once it sent them, else by the page. */
      own: { state: PlaceState; by: 'server' | 'page' } | null
      /** The latest known lightning gap of the last 30 minutes; `toMs` is null while it is open. */
      gap: { fromMs: number; toMs: number | null } | null
    }

const LOADING: LevelsRead = { kind: 'loading' }
const NONE: LevelsRead = { kind: 'none' }

type Timers = Pick<HoldTimerStore, 'latestRecord' | 'watched' | 'nowMs'>

/** Levels of places at the present second: each requested place is evaluated once a second. */
export class LevelReader {
  readonly #holdTimers: Timers
  readonly #read = new Map<string, { of: ToldOf; read: LevelsRead }>()
  #of: readonly unknown[] = []
  #seen: SeenByAll = { nowMs: 0, gaps: [], coverage: () => 0 }

  constructor(holdTimers: Timers) {
    this.#holdTimers = holdTimers
  }

  /** Returns the same object until the state changes, or the next second. */
  read(id: string): LevelsRead {
    this.#renew()
    const of = toldOf(id)
    const held = this.#read.get(id)
    if (held && LADDERS_READ.every((each) => held.of[each] === of[each])) return held.read
    const read = this.#make(id, of)
    this.#read.set(id, { of, read })
    return read
  }

  /** Who evaluates the levels of all places: the page where the server does not, or is silent. */
  by(): 'server' | 'page' {
    const { line, local } = useLevels.getState()
    const isSilent = silentSince(useAlarmLog.getState().line, this.#holdTimers.nowMs()) !== null
    return local?.isOfAll && (line === 'none' || isSilent) ? 'page' : 'server'
  }

  #renew(): void {
    const nowMs = this.#holdTimers.nowMs()
    const { rings, holdMinutes, ownRules } = usePage.getState()
    const { line, lightning, local } = useLevels.getState()
    const of = [
      nowMs,
      line,
      lightning,
      local,
      usePlaces.getState(),
      useAlarmLog.getState().line,
      rings,
      holdMinutes,
      ownRules,
    ]
    if (of.every((each, i) => each === this.#of[i])) return
    this.#of = of
    this.#read.clear()
    const watch = this.#holdTimers.watched()
    const gaps = gapsSeenBy(watch)
    this.#seen = { nowMs, gaps, coverage: certainCoverage(lightning, watch, gaps, nowMs) }
  }

  #make(id: string, told: ToldOf): LevelsRead {
    const { nowMs, gaps, coverage } = this.#seen
    if (nowMs === 0) return LOADING
    const { lightning: feed, line, local } = useLevels.getState()
    const { guarded, list } = usePlaces.getState()
    const place = guarded.get(id)
    const silentSinceMs = silentSince(useAlarmLog.getState().line, nowMs)
    const common = { kind: 'told', nowMs, silentSinceMs, gap: gapOf(gaps, feed) } as const
    if (this.by() === 'page') {
      const here = local?.read(id)
      const lightning = place ? here?.lightning : (here?.own ?? here?.lightning)
      if (!lightning) return NONE
      const own = place && here?.own ? ({ state: here.own, by: 'page' } as const) : null
      return { ...common, gap: gapOf(gaps, null), by: 'page', lightning, weather: here?.weather ?? null, own }
    }
    if (line !== 'whole') return LOADING
    const stateOf = (ladder: LadderKind) => told[ladder] ?? (place ? offState(place, ladder, feed, coverage) : null)
    const lightning = stateOf('lightning')
    const weather = stateOf('weather')
    if (!lightning) return list === 'ready' ? NONE : LOADING
    const seen: Seen = { ...this.#seen, latest: (km) => this.#holdTimers.latestRecord(id, km) }
    const rings = place?.group === 'airports' ? ownRings(id) : null
    const here = rings ? local?.read(id) : undefined
    const own =
      rings && told.own && areOf(told.own, rings)
        ? ({ state: evaluate(told.own, feed, seen), by: 'server' } as const)
        : here?.own
          ? ({ state: here.own, by: 'page' } as const)
          : null
    return {
      ...common,
      by: 'server',
      lightning: evaluate(lightning, feed, seen),
      weather: weather && weather.levels.length > 0 ? weather : null,
      own,
    }
  }
}

const LADDERS_READ = ['lightning', 'weather', 'own'] as const

/** The states of a place as the server sent them; a row of another place changes none of them. */
type ToldOf = Record<(typeof LADDERS_READ)[number], PlaceState | undefined>

function toldOf(id: string): ToldOf {
  const { told } = useLevels.getState()
  return {
    lightning: told.get(keyOf('lightning', id)),
    weather: told.get(keyOf('weather', id)),
    own: told.get(ownKeyOf('lightning', id)),
  }
}

/** The levels of the rings in the page's address; null for the default. */
function ownRings(id: string): readonly Level[] | null {
  const { rings, holdMinutes } = ruleOf(id, usePage.getState())
  const isDefault = ringsText(rings) === ringsText(RINGS_DEFAULT_KM) && holdMinutes === HOLD_MINUTES_DEFAULT
  return isDefault ? null : levelsOfRings(rings, holdMinutes)
}

/** Whether a state has these levels: after a change of the choice the server's state is outdated. */
function areOf(state: PlaceState, levels: readonly Level[]): boolean {
  const isOf = (level: LevelState, wanted: Level | undefined) =>
    level.id === wanted?.id && level.holdMin === wanted.holdMin
  return state.levels.length === levels.length && state.levels.every((level, i) => isOf(level, levels[i]))
}

type SeenByAll = Omit<Seen, 'latest'>

/** Gaps that this page observed; the server reports earlier ones. */
function gapsSeenBy(watch: Watch | null): readonly Span[] {
  if (!watch) return []
  const { isLoading, sinceMs, gaps } = watch
  // While history loads, earlier gaps are unknown.
  return gaps.filter(({ fromMs, toMs }) => fromMs > sinceMs || (toMs === Number.POSITIVE_INFINITY && !isLoading))
}

/** The open gap that the server reports, else the latest gap of this page. */
function gapOf(gaps: readonly Span[], feed: FeedObserved | null) {
  const last = gaps.at(-1)
  if (feed && !feed.now && feed.since !== null) return { fromMs: Date.parse(feed.since), toMs: null }
  return last ? { fromMs: last.fromMs, toMs: Number.isFinite(last.toMs) ? last.toMs : null } : null
}

const offStates = new WeakMap<Place, Record<LadderKind, PlaceState>>()

/**
 * The share that was certainly observed: since the server's data are unbroken, but for gaps that this page saw later, or
 * by the gaps of the loaded history, whichever is more. Nothing is certain without either.
 */
function certainCoverage(
  feed: FeedTold | null,
  watch: Watch | null,
  seen: readonly Span[],
  nowMs: number,
): Seen['coverage'] {
  const known: (readonly Span[])[] = []
  if (feed?.now) {
    const before = feed.since === null ? [] : [{ fromMs: 0, toMs: Date.parse(feed.since) }]
    known.push([...before, ...seen.filter(({ toMs }) => toMs > feed.atMs)])
  }
  if (watch && !watch.isLoading) known.push([{ fromMs: 0, toMs: watch.sinceMs }, ...watch.gaps])
  const byMinutes = new Map<number, number>()
  return (minutes) =>
    heldOrMade(byMinutes, minutes, () =>
      Math.max(0, ...known.map((gaps) => coverageOf(gaps, minutes * MINUTE_MS, nowMs))),
    )
}

/** A ladder without a state from the server: all levels are off, as far as the time was observed. */
function offState(place: Place, ladder: LadderKind, feed: FeedObserved | null, coverage: Seen['coverage']): PlaceState {
  const { now, since } = feed ?? { now: false, since: null }
  const states = heldOrMade(offStates, place, () => {
    const of = (kind: LadderKind): PlaceState => ({
      ...NO_LADDER,
      place: placeIn(place),
      ladder: kind,
      at: isoOf(0),
      rule: laddersOf(place).rule[kind],
      levels: laddersOf(place)[kind].map((level) => levelStateOf(level, undefined, NO_GAPS, 0)),
      observed: { now, since },
    })
    return { lightning: of('lightning'), weather: of('weather') }
  })
  const state = states[ladder]
  const isObserved = ladder === 'weather' || state.levels.every(({ holdMin }) => coverage(holdMin) === 1)
  const levels = isObserved
    ? state.levels
    : state.levels.map((level) => ({ ...level, coverage: coverage(level.holdMin) }))
  return { ...state, levels, observed: { now, since } }
}
