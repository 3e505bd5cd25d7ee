import model from '../../../../data/nowcast-model.json' with { type: 'json' }
import { STORMS_SERVED_MAX } from '../../../contract/nowcast.ts'
import type { NowcastView } from '../../../core/nowcast/coming.ts'
import type { GuardedRing } from '../../../core/nowcast/guarded-ring.ts'
import { Nowcast } from '../../../core/nowcast/nowcast.ts'
import { isNoteworthy, servedPlaces } from '../../../core/nowcast/served-places.ts'
import type { PlaceGeometry } from '../../../core/places/place.ts'
import { shapeOf } from '../../../core/places/place-shape.ts'
import type { Polarity } from '../../../core/strikes/strike.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** A server computes each minute: motion and tracks are warmed up over their fading time, in steps of equal length. */
export const WARM_UP_MIN = 35
export const WARM_UP_STEP_MIN = 5
/** Numbers per strike: time (Unix ms), latitude, longitude, polarity. */
export const NUMBERS_A_STRIKE = 4

/** A place and the reach of its rings, as sent to the worker. */
export interface SentPlace {
  id: string
  geometry: PlaceGeometry
  ringsKm: readonly number[]
}

/** Messages to the estimator, in this order. */
export type Sent =
  | { kind: 'places'; places: readonly SentPlace[]; errorKm: number }
  /** Discards all strikes. */
  | { kind: 'anew' }
  | { kind: 'strikes'; numbers: Float64Array }
  /**
   * Computes the nowcast for a moment; `warmUp`: not computed shortly before it. `observed` is the observed share (0 to
   * 1) of each five minutes before it, the latest first, back to three before the warm-up.
   */
  | { kind: 'compute'; atMs: number; observed: readonly number[]; warmUp: boolean }

/** Computes the nowcast from messages, independent of its thread. */
export class Estimation {
  #nowcast = new Nowcast(model)
  #places: { place: { id: string }; rings: readonly GuardedRing[] }[] = [];

  /** Handles a message in steps of some milliseconds; returns the nowcast of a request, else null. */
  *hear(sent: Sent): Generator<undefined, NowcastView | null> {
    if (sent.kind === 'anew') this.#nowcast = new Nowcast(model)
    else if (sent.kind === 'places') this.#guard(sent.places, sent.errorKm)
    else if (sent.kind === 'strikes') {
      const { numbers } = sent
      for (let i = 0; i < numbers.length; i += NUMBERS_A_STRIKE) {
        this.#nowcast.add(numbers[i]!, numbers[i + 1]!, numbers[i + 2]!, numbers[i + 3] as Polarity)
      }
    } else return yield* this.#compute(sent)
    return null
  }

  #guard(places: readonly SentPlace[], errorKm: number): void {
    this.#places = places.map(({ id, geometry, ringsKm }) => {
      const shape = shapeOf(geometry)
      return { place: { id }, rings: ringsKm.map((ringKm) => ({ shape, ringKm, errorKm })) }
    })
  }

  *#compute({ atMs, observed, warmUp }: Extract<Sent, { kind: 'compute' }>): Generator<undefined, NowcastView> {
    const observedAt = (steps: number) => observed.slice(steps, steps + 3) as [number, number, number]
    for (let steps = warmUp ? WARM_UP_MIN / WARM_UP_STEP_MIN : 0; steps > 0; steps--) {
      const stepMs = atMs - steps * WARM_UP_STEP_MIN * MINUTE_MS
      yield* this.#nowcast.outlookInSteps([], stepMs, observedAt(steps))
    }
    const rings = this.#places.flatMap((each) => each.rings)
    const outlook = yield* this.#nowcast.outlookInSteps(rings, atMs, observedAt(0))
    return {
      state: outlook.isWatched ? 'known' : 'not-observed',
      t: new Date(atMs).toISOString(),
      calibration: { kind: 'recorded' },
      observed: [...outlook.observed],
      storms: outlook.storms.slice(0, STORMS_SERVED_MAX),
      // As on the server: calm places are omitted.
      places: servedPlaces(this.#places, outlook, (_, outlooks) => isNoteworthy(outlooks)),
      leftOut: 0,
    }
  }
}
