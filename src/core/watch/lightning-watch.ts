import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { readHold, secondEnd, type Watch } from '../airports/hold-time.ts'
import { ringReach } from '../airports/location-error.ts'
import type { RingOutlook } from '../nowcast/nowcast.ts'
import { type GuardedHours, isWithinHours, parseHours } from '../places/guarded-hours.ts'
import type { Place } from '../places/place.ts'
import { PlaceCells } from '../places/place-cells.ts'
import { type PlaceShape, shapeOf } from '../places/place-shape.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { Break } from './breaks.ts'
import type { Raised } from './raised.ts'
import { RULES_DEFAULT } from './rules.ts'

/** The latest strike within a ring, and that up to which everything is over. Unix ms, 0 for never. */
interface RingState {
  lastMs: number
  km: number
  overMs: number
}

/** What is remembered of a place, through restarts. */
export interface GuardState {
  stage: 'calm' | 'alert' | 'alarm'
  /** The strike with which it began, Unix ms. */
  sinceMs: number
  /** The smallest ring, and the largest. */
  inner: RingState
  outer: RingState
  /** The last break that was told, by its id. */
  toldBreak: number
  /** When an approach was last expected, Unix ms; 0 where none is. */
  approachMs: number
}

interface Guard {
  place: Place
  shape: PlaceShape
  holdMs: number
  innerKm: number
  outerKm: number
  hours: GuardedHours | null
  state: GuardState
}

/** What is known of observing at a moment. */
export interface Observing {
  /** Of the hold time of so many milliseconds that ends now. */
  watchOf(holdMs: number): Watch
  breaks: readonly Break[]
}

/** A strike may be dated a little ahead of our clock; one far ahead must not hold an alarm for as long. */
const AHEAD_MS = MINUTE_MS
/** An approach that was not expected for so long is another one. */
const APPROACH_AGAIN_MS = 30 * MINUTE_MS
const APPROACH_NOTED_MS = 5 * MINUTE_MS
const NEVER: RingState = { lastMs: 0, km: 0, overMs: 0 }

/**
 * The rules of lightning over places. A strike raises `alert` in the largest ring and `alarm` in the smallest, or `alarm` alone where there is one ring; `quiet` comes
 * when nothing struck within the largest for the hold time, all of which was observed. Nothing else ends either, and what was
 * not observed in between is raised as `not-watched`. Whoever asks says what time it is.
 */
export class LightningWatch {
  #guards = new Map<string, Guard>()
  #cells = new PlaceCells<Guard>()
  /** Those that a check has to look at: something is going on there, or it is guarded at certain hours. */
  readonly #open = new Set<Guard>()
  #scheduled: Guard[] = []
  readonly #remembered: Map<string, GuardState>
  readonly #changed = new Map<string, GuardState | null>()

  /** What may be inside a ring counts as inside it. */
  readonly #errorKm: number

  /** `remembered` are the states of places by id; some of these places may come later. `errorKm`: how well strikes are located. */
  constructor(remembered: ReadonlyMap<string, GuardState> = new Map(), errorKm = 0) {
    this.#errorKm = errorKm
    this.#remembered = new Map(remembered)
  }

  /** Guards other places from now on. Those that stay, by id, go on where they are; what is going on at others is forgotten. */
  setPlaces(places: readonly Place[]): void {
    const before = this.#guards
    this.#guards = new Map()
    this.#cells = new PlaceCells()
    this.#open.clear()
    for (const place of places) this.#guard(place, before.get(place.id)?.state)
    this.#scheduled = [...this.#guards.values()].filter(({ hours }) => hours !== null)
    for (const id of before.keys()) if (!this.#guards.has(id)) this.#changed.set(id, null)
  }

  #guard(place: Place, held: GuardState | undefined): void {
    const state = held ??
      this.#remembered.get(place.id) ?? {
        stage: 'calm',
        sinceMs: 0,
        inner: { ...NEVER },
        outer: { ...NEVER },
        toldBreak: 0,
        approachMs: 0,
      }
    this.#remembered.delete(place.id)
    const guard: Guard = {
      place,
      shape: shapeOf(place.geometry),
      holdMs: place.holdMin * MINUTE_MS,
      innerKm: place.ringsKm[0]!,
      outerKm: place.ringsKm.at(-1)!,
      hours: place.hours === null ? null : parseHours(place.hours),
      state,
    }
    this.#guards.set(place.id, guard)
    this.#cells.add(guard, guard.shape, this.#reachKm(guard.outerKm))
    if (state.stage !== 'calm') this.#open.add(guard)
  }

  /** Takes in a strike, in whatever order they come, once or again. */
  strike(timeMs: number, lat: number, lon: number, nowMs: number): Raised[] {
    const raised: Raised[] = []
    const at = { lat, lon }
    this.#cells.visit(lat, lon, (guard) => {
      const reachKm = this.#reachKm(guard.outerKm)
      const km = guard.shape.kmFrom(at, reachKm)
      if (km > reachKm) return
      const { inner, outer } = guard.state
      const struckMs = Math.min(timeMs, nowMs + AHEAD_MS)
      note(outer, struckMs, km)
      if (km <= this.#reachKm(guard.innerKm)) note(inner, struckMs, km)
      if (guard.state.stage !== 'alarm') this.#rise(guard, nowMs, raised)
    })
    return raised
  }

  /** Takes note of what is expected in the largest ring of a place. An approach is raised once, and again when it was gone. */
  approach(
    id: string,
    { chances, arrival }: Pick<RingOutlook, 'chances' | 'arrival'>,
    atMs: number,
    rules = RULES_DEFAULT,
  ): Raised[] {
    const guard = this.#guards.get(id)
    const { approachMin: withinMin, approachChance, off } = rules
    if (guard?.state.stage !== 'calm' || !isGuarded(guard, atMs) || off.includes('approach')) return []
    const chance = chances?.[(HORIZONS_MIN as readonly number[]).indexOf(withinMin)] ?? 0
    const isNear = arrival !== null && Date.parse(arrival.likely) - atMs <= withinMin * MINUTE_MS
    if (!isNear && chance < approachChance) return []
    const { state } = guard
    const isNew = atMs - state.approachMs > APPROACH_AGAIN_MS
    const isLater = atMs - state.approachMs >= APPROACH_NOTED_MS
    if (isNew || isLater) {
      state.approachMs = atMs
      this.#keep(guard)
    }
    const details = { ringKm: guard.outerKm, withinMin, chance }
    return isNew ? [raise(guard, 'approach', String(Math.floor(atMs)), { arrival, details })] : []
  }

  /** What time alone brings. To be called once a second. */
  check({ watchOf, breaks }: Observing, nowMs: number): Raised[] {
    const raised: Raised[] = []
    for (const guard of this.#scheduled) if (guard.state.stage === 'calm') this.#rise(guard, nowMs, raised)
    for (const guard of this.#open) {
      const { state, holdMs } = guard
      for (const each of breaks) this.#tellBreak(guard, each, raised)
      const watch = watchOf(holdMs)
      const isQuiet = ({ lastMs }: RingState) => readHold(lastMs, watch, nowMs, holdMs).kind === 'quiet'
      if (state.stage === 'alarm' && isQuiet(state.inner)) {
        state.stage = 'alert'
        state.inner.overMs = state.inner.lastMs
        this.#keep(guard)
      }
      if (!isQuiet(state.outer)) continue
      const details = { ringKm: guard.outerKm }
      raised.push(raise(guard, 'quiet', String(state.sinceMs), { struckMs: state.outer.lastMs, details }))
      state.stage = 'calm'
      state.inner.overMs = state.inner.lastMs
      state.outer.overMs = state.outer.lastMs
      this.#keep(guard)
    }
    return raised
  }

  /** The states that have changed since the last call, by place; null where it is guarded no more. */
  takeChanges(): [id: string, state: GuardState | null][] {
    const changes = [...this.#changed]
    this.#changed.clear()
    return changes
  }

  #rise(guard: Guard, nowMs: number, raised: Raised[]): void {
    const { state, holdMs } = guard
    const isFresh = ({ lastMs, overMs }: RingState) => lastMs > overMs && nowMs - secondEnd(lastMs) < holdMs
    if (!isFresh(state.outer)) return
    if (state.stage === 'calm' && !isGuarded(guard, nowMs)) return
    if (state.stage === 'calm') {
      state.stage = 'alert'
      state.sinceMs = Math.floor(state.outer.lastMs)
      // A ring that is both the largest and the smallest raises the graver stage alone.
      if (guard.innerKm < guard.outerKm) raised.push(this.#strikeRaised(guard, 'alert', guard.outerKm, state.outer))
      this.#keep(guard)
    }
    if (state.stage === 'alert' && isFresh(state.inner)) {
      state.stage = 'alarm'
      raised.push(this.#strikeRaised(guard, 'alarm', guard.innerKm, state.inner))
      this.#keep(guard)
    }
  }

  #reachKm(ringKm: number): number {
    return ringReach(ringKm, this.#errorKm).perhapsKm
  }

  #strikeRaised(guard: Guard, stage: 'alert' | 'alarm', ringKm: number, { lastMs, km }: RingState): Raised {
    const isPerhaps = km > ringReach(ringKm, this.#errorKm).surelyKm
    const details = { ringKm, ...(isPerhaps && { errorKm: this.#errorKm }) }
    return raise(guard, stage, String(Math.floor(lastMs)), { struckMs: lastMs, distanceKm: km, details })
  }

  #tellBreak(guard: Guard, { id, fromMs, toMs }: Break, raised: Raised[]): void {
    const { state } = guard
    if (id <= state.toldBreak || toMs <= state.sinceMs) return
    state.toldBreak = id
    const details = { from: new Date(fromMs).toISOString() }
    raised.push(raise(guard, 'not-watched', String(id), { struckMs: state.outer.lastMs, details }))
    this.#keep(guard)
  }

  #keep(guard: Guard): void {
    this.#changed.set(guard.place.id, guard.state)
    if (guard.state.stage === 'calm') this.#open.delete(guard)
    else this.#open.add(guard)
  }
}

function isGuarded({ hours, place }: Guard, nowMs: number): boolean {
  return hours === null || isWithinHours(hours, place.timeZone ?? 'UTC', nowMs)
}

function note(ring: RingState, timeMs: number, km: number): void {
  if (timeMs <= ring.lastMs) return
  ring.lastMs = timeMs
  ring.km = km
}

function raise({ place }: Guard, stage: Raised['stage'], cause: string, over: Partial<Raised>): Raised {
  const { details, ...rest } = over
  return {
    placeId: place.id,
    stage,
    cause,
    struckMs: null,
    distanceKm: null,
    arrival: null,
    ...rest,
    details: { holdMin: place.holdMin, ...details },
  }
}
