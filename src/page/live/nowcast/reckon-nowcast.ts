import model from '../../../../data/nowcast-model.json' with { type: 'json' }
import type { Airport } from '../../../core/airports/airport.ts'
import { RINGS_DEFAULT_KM } from '../../../core/airports/rings.ts'
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { GuardedRing } from '../../../core/nowcast/live-calibration.ts'
import { Nowcast } from '../../../core/nowcast/nowcast.ts'
import { BINS_KEPT_MIN } from '../../../core/nowcast/strike-bins.ts'
import { toldPlaces, toldStorms } from '../../../core/nowcast/told-outlook.ts'
import { type PlaceShape, shapeOf } from '../../../core/places/place.ts'
import { STORM_PERIOD_MS } from '../../../core/storms/storm-cells.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { usePlaces } from '../places/place-store.ts'
import type { ReportStore } from '../reports/report-store.ts'
import type { HeldStrikes } from '../strikes/held-strikes.ts'

/** No picture waits for more than a piece of work of this length. */
const WORK_AT_ONCE_MS = 5
/** Strikes are taken in so many at a time. */
const STRIKES_AT_ONCE = 5_000
/** A server has looked each minute: motion and tracks are brought as far as they fade within, in steps as long as theirs. */
const WARM_UP_MIN = 35
const WARM_UP_STEP_MIN = 5
/** What is said of a moment needs the strikes of so long before it. */
export const NEEDED_MIN = BINS_KEPT_MIN + WARM_UP_MIN
const NEEDED_MS = NEEDED_MIN * MINUTE_MS

/** Of moments before, no probabilities are asked. */
const UNWATCHED = [0, 0, 0] as const

interface Guarded {
  place: { id: string }
  rings: readonly GuardedRing[]
}

/** Reckons what comes next from what the page holds, in pieces between which the screen has its turn. */
export function createReckoner(deps: {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  reports: Pick<ReportStore, 'airports'>
  /** How well strikes are located, km; 0 where nobody says. */
  errorKm: number
  told(now: ToldNowcast): void
}) {
  const { clock, reports, told } = deps
  const guardedOf = createGuarded(deps.errorKm)
  let work: Iterator<undefined, ToldNowcast> | null = null
  let cancel = () => {}

  function goOn(): void {
    const sinceMs = clock.monotonicMs()
    while (work && clock.monotonicMs() - sinceMs < WORK_AT_ONCE_MS) {
      const { done, value } = work.next()
      if (!done) continue
      work = null
      told(value)
    }
    if (work) cancel = clock.after(WORK_AT_ONCE_MS, goOn)
  }

  return {
    /** Begins to reckon it for that moment; false where it has to be asked again, as what it needs is not here yet. */
    begin(held: HeldStrikes, atMs: number): boolean {
      if (work || reports.airports().length === 0) return false
      // Of what is on its way the next try knows more; of what nobody can bring, nothing.
      if (held.trouble === null && held.pending(atMs - NEEDED_MS, atMs).length > 0) return false
      work = reckonInSteps(held, guardedOf(reports.airports()), atMs)
      cancel = clock.after(0, goOn)
      return true
    },
    stop() {
      work = null
      cancel()
    },
  }
}

/** The same as the server tells, of every place, by strikes of before that moment alone. */
function* reckonInSteps(
  held: HeldStrikes,
  guarded: readonly Guarded[],
  atMs: number,
): Generator<undefined, ToldNowcast> {
  const nowcast = new Nowcast(model, () => false)
  const { columns } = held
  const { end } = columns
  for (let first = columns.firstSince(atMs - NEEDED_MS); first < end; first += STRIKES_AT_ONCE) {
    columns.visit(first, Math.min(end, first + STRIKES_AT_ONCE), (_, timeMs, lat, lon) => {
      if (timeMs < atMs) nowcast.add(timeMs, lat, lon)
    })
    yield
  }
  const watchedIn = (period: number) => {
    const toMs = atMs - period * STORM_PERIOD_MS
    const fromMs = toMs - STORM_PERIOD_MS
    const missing = [...held.pending(fromMs, toMs), ...held.notObserved(fromMs, toMs)]
    return 1 - missing.reduce((sum, span) => sum + span.toMs - span.fromMs, 0) / STORM_PERIOD_MS
  }
  const watched = [watchedIn(0), watchedIn(1), watchedIn(2)] as const
  for (let ago = WARM_UP_MIN; ago > 0; ago -= WARM_UP_STEP_MIN) {
    yield* nowcast.outlookInSteps([], atMs - ago * MINUTE_MS, UNWATCHED)
  }
  const rings = guarded.flatMap((each) => each.rings)
  const outlook = yield* nowcast.outlookInSteps(rings, atMs, watched)
  return {
    state: outlook.isWatched ? 'known' : 'not-observed',
    t: new Date(atMs).toISOString(),
    calibration: { kind: 'recorded' },
    storms: toldStorms(outlook),
    places: toldPlaces(guarded, outlook),
    leftOut: 0,
  }
}

/** All places that a server guards: the airports with the rings that it has for them, and the others with their own. */
function createGuarded(errorKm: number) {
  const shapes = new WeakMap<Airport, PlaceShape>()
  return (airports: readonly Airport[]): Guarded[] => {
    const places = usePlaces.getState().places
    return [
      ...places.map(({ id, shape, ringsKm }) => guardedOf(id, shape, ringsKm, errorKm)),
      ...airports.map((airport) => guardedOf(airport.icao, shapeOfAirport(airport), RINGS_DEFAULT_KM, errorKm)),
    ]
  }

  function shapeOfAirport(airport: Airport): PlaceShape {
    const { lon, lat } = airport
    return heldOrMade(shapes, airport, () => shapeOf({ type: 'Point', coordinates: [lon, lat] }))
  }
}

function guardedOf(id: string, shape: PlaceShape, ringsKm: readonly number[], errorKm: number): Guarded {
  return { place: { id }, rings: ringsKm.map((ringKm) => ({ shape, ringKm, errorKm })) }
}
