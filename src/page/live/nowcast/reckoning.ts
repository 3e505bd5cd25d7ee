import model from '../../../../data/nowcast-model.json' with { type: 'json' }
import { STORMS_SERVED_MAX } from '../../../contract/nowcast.ts'
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { GuardedRing } from '../../../core/nowcast/guarded-ring.ts'
import { Nowcast } from '../../../core/nowcast/nowcast.ts'
import { isToldOf, toldPlaces } from '../../../core/nowcast/told-outlook.ts'
import type { PlaceGeometry } from '../../../core/places/place.ts'
import { shapeOf } from '../../../core/places/place-shape.ts'
import type { Polarity } from '../../../core/strikes/strike.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** A server has looked each minute: motion and tracks are brought as far as they fade within, in steps as long as theirs. */
export const WARM_UP_MIN = 35
export const WARM_UP_STEP_MIN = 5
/** A strike takes so many numbers: its time, Unix ms, its latitude, its longitude and its polarity. */
export const NUMBERS_A_STRIKE = 4

/** A place and how far its rings reach, in what can be sent to another thread. */
export interface SentPlace {
  id: string
  geometry: PlaceGeometry
  ringsKm: readonly number[]
}

/** What a reckoning is sent, in this order. */
export type Sent =
  | { kind: 'places'; places: readonly SentPlace[]; errorKm: number }
  /** What is known of strikes is forgotten. */
  | { kind: 'anew' }
  | { kind: 'strikes'; numbers: Float64Array }
  /**
   * What is to be expected at that moment; `warmUp`: as nothing was reckoned shortly before it. `observed` is the observed share (0 to 1) of
   * each five minutes before it, the latest first, back to three before the warm-up.
   */
  | { kind: 'reckon'; atMs: number; observed: readonly number[]; warmUp: boolean }

/** Reckons what comes next from what it is sent: the same wherever it runs. */
export class Reckoning {
  #nowcast = new Nowcast(model)
  #places: { place: { id: string }; rings: readonly GuardedRing[] }[] = [];

  /** Takes in what is sent, in steps of some milliseconds; answers what that asks for, or null where it asks nothing. */
  *hear(sent: Sent): Generator<undefined, ToldNowcast | null> {
    if (sent.kind === 'anew') this.#nowcast = new Nowcast(model)
    else if (sent.kind === 'places') this.#guard(sent.places, sent.errorKm)
    else if (sent.kind === 'strikes') {
      const { numbers } = sent
      for (let i = 0; i < numbers.length; i += NUMBERS_A_STRIKE) {
        this.#nowcast.add(numbers[i]!, numbers[i + 1]!, numbers[i + 2]!, numbers[i + 3] as Polarity)
      }
    } else return yield* this.#reckon(sent)
    return null
  }

  #guard(places: readonly SentPlace[], errorKm: number): void {
    this.#places = places.map(({ id, geometry, ringsKm }) => {
      const shape = shapeOf(geometry)
      return { place: { id }, rings: ringsKm.map((ringKm) => ({ shape, ringKm, errorKm })) }
    })
  }

  *#reckon({ atMs, observed, warmUp }: Extract<Sent, { kind: 'reckon' }>): Generator<undefined, ToldNowcast> {
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
      // As a server tells it: of what is calm nothing.
      places: toldPlaces(this.#places, outlook, (_, outlooks) => isToldOf(outlooks)),
      leftOut: 0,
    }
  }
}
