import type { FeedObserved, LadderKind, PlaceState } from '../../../contract/watch/place-states.ts'
import type { Watch } from '../../../core/airports/hold-time.ts'
import { isoOf, levelStateOf, NO_GAPS } from '../../../core/levels/level-state.ts'
import { placeIn } from '../../../core/levels/row.ts'
import { laddersOf, type Place } from '../../../core/places/place.ts'
import type { Span } from '../../../core/time/spans.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { HoldTimerStore } from '../airports/hold-timer-store.ts'
import { usePlaces } from '../places/place-store.ts'
import { evaluate, type Seen } from './evaluate.ts'
import { keyOf, useLevels } from './level-store.ts'

/** The levels of a place at the present second. */
export type LevelsRead =
  /** Not all is here yet: nothing is known of the place. */
  | { kind: 'loading' }
  /** Nobody evaluates levels there. */
  | { kind: 'none' }
  | {
      kind: 'told'
      /** Who evaluates them. */
      by: 'server' | 'page'
      /** The whole second, Unix ms. */
      nowMs: number
      lightning: PlaceState
      /** Null where it has none. */
      weather: PlaceState | null
      /** The latest time without lightning data within 30 minutes, as far as the page knows it; the end is null while it lasts. */
      gap: { fromMs: number; toMs: number | null } | null
    }

const LOADING: LevelsRead = { kind: 'loading' }
const NONE: LevelsRead = { kind: 'none' }

/** Reads the levels of places to the second, each once a second, and only those that are asked for. */
export class LevelReader {
  readonly #holdTimers: Pick<HoldTimerStore, 'latestRecord' | 'watched' | 'nowMs'>
  readonly #read = new Map<string, LevelsRead>()
  #of: unknown[] = []
  #seen: Pick<Seen, 'nowMs' | 'gaps' | 'isWhole'> = { nowMs: 0, gaps: [], isWhole: false }

  constructor(holdTimers: Pick<HoldTimerStore, 'latestRecord' | 'watched' | 'nowMs'>) {
    this.#holdTimers = holdTimers
  }

  /** The same object until something is known otherwise, or the next second. */
  read(id: string): LevelsRead {
    this.#renew()
    return heldOrMade(this.#read, id, () => this.#make(id))
  }

  #renew(): void {
    const nowMs = this.#holdTimers.nowMs()
    const { told, lightning, line } = useLevels.getState()
    const { guarded, list } = usePlaces.getState()
    const of = [nowMs, told, lightning, line, guarded, list]
    if (of.every((each, i) => each === this.#of[i])) return
    this.#of = of
    this.#read.clear()
    this.#seen = { nowMs, ...seenBy(this.#holdTimers.watched(), nowMs) }
  }

  #make(id: string): LevelsRead {
    const { told, lightning: feed, line } = useLevels.getState()
    if (line === 'none') return NONE
    const { guarded, list } = usePlaces.getState()
    const place = guarded.get(id)
    const of = (ladder: LadderKind) => told.get(keyOf(ladder, id)) ?? (place ? offState(place, ladder, feed) : null)
    const lightning = of('lightning')
    const { nowMs } = this.#seen
    if (line === 'loading' || nowMs === 0) return LOADING
    if (!lightning) return list === 'ready' ? NONE : LOADING
    const seen: Seen = { ...this.#seen, latest: (km) => this.#holdTimers.latestRecord(id, km) }
    const weather = of('weather')
    return {
      kind: 'told',
      by: 'server',
      nowMs,
      lightning: evaluate(lightning, feed, seen),
      weather: weather && weather.levels.length > 0 ? weather : null,
      gap: gapOf(seen.gaps),
    }
  }
}

/** What the watch of the page says of gaps: of what was before its first data the server speaks. */
function seenBy(watch: Watch | null, nowMs: number): Pick<Seen, 'gaps' | 'isWhole'> {
  if (!watch) return { gaps: [], isWhole: false }
  const { breaks, isLoading, sinceMs } = watch
  const isOpen = ({ toMs }: Span) => toMs >= nowMs && !isLoading
  const gaps = breaks
    .filter((gap) => isOpen(gap) || (gap.fromMs > sinceMs && gap.toMs < nowMs))
    .map((gap) => (isOpen(gap) ? { ...gap, toMs: Number.POSITIVE_INFINITY } : gap))
  return { gaps, isWhole: !isLoading && breaks.every(({ fromMs }) => fromMs > sinceMs) }
}

function gapOf(gaps: readonly Span[]) {
  const last = gaps.at(-1)
  return last ? { fromMs: last.fromMs, toMs: Number.isFinite(last.toMs) ? last.toMs : null } : null
}

const offStates = new WeakMap<Place, Record<LadderKind, PlaceState>>()

/** A ladder of which the server told nothing: all of it is off. */
function offState(place: Place, ladder: LadderKind, feed: FeedObserved | null): PlaceState {
  const { now, since } = feed ?? { now: false, since: null }
  const states = heldOrMade(offStates, place, () => {
    const of = (kind: LadderKind): PlaceState => ({
      place: placeIn(place),
      ladder: kind,
      rev: 0,
      at: isoOf(0),
      incident: null,
      level: null,
      state: 'off',
      colour: null,
      rule: laddersOf(place).rule[kind],
      levels: laddersOf(place)[kind].map((level) => levelStateOf(level, null, kind, NO_GAPS, 0)),
      observed: { now, since },
      stops: [],
    })
    return { lightning: of('lightning'), weather: of('weather') }
  })
  return { ...states[ladder], observed: { now, since } }
}
