import type { Logger } from 'pino'
import model from '../../../data/nowcast-model.json' with { type: 'json' }
import { FIELD_RING_KM } from '../../contract/chance/levels.ts'
import { type GuardedRing, reachOf } from '../../core/nowcast/guarded-ring.ts'
import { type ChanceSampler, Nowcast, type Outlook } from '../../core/nowcast/nowcast.ts'
import type { OwnCalibration } from '../../core/nowcast/own-calibration.ts'
import { BINS_KEPT_MIN } from '../../core/nowcast/strike-bins.ts'
import type { Place } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { STORM_PERIOD_MS } from '../../core/storms/storm-cells.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { Emitter, type Unsubscribe } from '../../core/util/emitter.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import { afterOthers, BACKGROUND_REST_FACTOR, SLICE_MS } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import { RecentStrikes } from './recent-strikes.ts'

/** After a start, delays loading the past hour, so that opening pages are served first. */
const RECALLED_AFTER_MS = 2_000

/** The last computed nowcast, with its places and rings. */
export interface Look {
  outlook: Outlook
  places: readonly GuardedPlace[]
  /** False where too little of the last ten minutes was observed for a probability. */
  isObserved: boolean
}

interface Computed {
  look: Look
  sampler: ChanceSampler
}

export interface GuardedPlace {
  place: Place
  rings: readonly GuardedRing[]
}

export interface NowcastService {
  /** False on a server without strikes, which never computes a nowcast. */
  readonly hasStrikes: boolean
  /** How many places are guarded. */
  guarded(): number
  /** Null before the first nowcast. */
  latest(): Look | null
  /** The chances of the field at any point, at the moment of `latest`; null before. */
  sampler(): ChanceSampler | null
  onLook(listener: (look: Look) => void): Unsubscribe
  /** Calibration on this server's own forecasts; null while there is too little data. */
  readonly calibration: OwnCalibration | null
  /** Uses this calibration from now on. */
  calibrate(calibration: OwnCalibration | null): void
  close(): void
}

/** For servers whose pages receive strikes elsewhere: no input, no nowcast. */
export function createNoNowcast(): NowcastService {
  return {
    hasStrikes: false,
    calibration: null,
    guarded: () => 0,
    latest: () => null,
    sampler: () => null,
    onLook: () => () => {},
    calibrate() {},
    close() {},
  }
}

export interface NowcastDeps {
  source: Pick<Source, 'onStrikes' | 'nowMs'>
  history: Pick<History, 'strikes' | 'missing'> | null
  places: Pick<GuardedPlaces, 'list' | 'onChange'>
  clock: Clock
  log: Logger
  /** Location error; strikes that may be inside a ring count as inside. Null if unknown. */
  locationErrorKm?: number | null
}

/** Computes the nowcast of all guarded places once a minute for all viewers. Start it before the source. */
export function startNowcast(deps: NowcastDeps): NowcastService {
  const { source, history, places, clock, log } = deps
  const errorKm = deps.locationErrorKm ?? 0
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const looks = new Emitter<Look>()
  const recent = new RecentStrikes(nowMs)
  const { columns } = recent
  let nowcast = new Nowcast(model)
  let seen = 0
  let guarded: readonly GuardedPlace[] = []
  let latest: Computed | null = null
  let atMs = Number.NEGATIVE_INFINITY
  let work: Iterator<undefined, Computed> | null = null
  let cancel = () => {}

  function* look(): Generator<undefined, Computed> {
    const moment = nowMs()
    // The clock was set back: results of the future are discarded.
    if (moment < atMs - MINUTE_MS) {
      const { calibration } = nowcast
      nowcast = new Nowcast(model)
      nowcast.calibration = calibration
      seen = columns.firstSince(moment - BINS_KEPT_MIN * MINUTE_MS)
    }
    atMs = moment
    columns.visit(seen, columns.end, (_, timeMs, lat, lon, _isStroke, polarity) => {
      nowcast.add(timeMs, lat, lon, polarity)
    })
    seen = columns.end
    columns.expire(moment)
    yield
    const watchedIn = (period: number) =>
      recent.watched(moment - (period + 1) * STORM_PERIOD_MS, moment - period * STORM_PERIOD_MS)
    const looked = guarded
    const rings = looked.flatMap((each) => each.rings)
    const outlook = yield* nowcast.outlookInSteps(rings, moment, [watchedIn(0), watchedIn(1), watchedIn(2)])
    const sampler = yield* nowcast.samplerInSteps(reachOf({ ringKm: FIELD_RING_KM, errorKm }), moment)
    return { look: { outlook, places: looked, isObserved: outlook.isWatched }, sampler }
  }

  function goOn(): void {
    const sinceMs = clock.monotonicMs()
    while (work && clock.monotonicMs() - sinceMs < SLICE_MS) {
      const { done, value } = work.next()
      if (!done) continue
      latest = value
      work = null
      looks.emit(value.look)
    }
    // The first one after a start takes seconds.
    if (work) cancel = rest(goOn)
    else cancel = clock.after(MINUTE_MS - (nowMs() % MINUTE_MS), begin)
  }

  function rest(then: () => void): () => void {
    return afterOthers(clock, BACKGROUND_REST_FACTOR * SLICE_MS, then)
  }

  function begin(): void {
    work = look()
    goOn()
  }

  let hasBegun = false
  let isClosed = false
  const stops = [
    recent.follow(source),
    places.onChange(() => {
      guarded = guardedOf(places.list(), guarded, errorKm)
      if (!hasBegun) return
      // New places are computed at once.
      cancel()
      cancel = clock.after(0, begin)
    }),
  ]
  guarded = guardedOf(places.list(), [], errorKm)
  const recalled = history ? delay(clock, RECALLED_AFTER_MS) : Promise.resolve()
  recalled
    .then(() =>
      history && !isClosed ? recent.recall(history, () => new Promise((resolve) => rest(resolve))) : undefined,
    )
    .catch((error: Error) =>
      log.warn({ error: error.message }, 'stored strikes not loaded, nowcast starts without them'),
    )
    .finally(() => {
      if (isClosed) return
      hasBegun = true
      begin()
    })

  return {
    hasStrikes: true,
    guarded: () => guarded.length,
    latest: () => latest?.look ?? null,
    sampler: () => latest?.sampler ?? null,
    onLook: (listener) => looks.subscribe(listener),
    get calibration() {
      return nowcast.calibration
    },
    calibrate(calibration) {
      nowcast.calibration = calibration
    },
    close() {
      isClosed = true
      cancel()
      for (const stop of stops) stop()
    },
  }
}

/** The rings of places; unchanged places keep their objects. */
function guardedOf(list: readonly Place[], before: readonly GuardedPlace[], errorKm: number): GuardedPlace[] {
  const known = new Map(before.map((each) => [keyOf(each.place), each.rings]))
  return list.map((place) => ({ place, rings: heldOrMade(known, keyOf(place), () => ringsOf(place, errorKm)) }))
}

/** Places with the same key have the same rings. */
function keyOf({ id, geometry, ringsKm }: Place): string {
  return JSON.stringify([id, geometry, ringsKm])
}

function ringsOf({ geometry, ringsKm }: Place, errorKm: number): GuardedRing[] {
  const shape = shapeOf(geometry)
  return ringsKm.map((ringKm) => ({ shape, ringKm, errorKm }))
}
