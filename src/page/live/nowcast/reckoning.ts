import model from '../../../../data/nowcast-model.json' with { type: 'json' }
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { GuardedRing } from '../../../core/nowcast/live-calibration.ts'
import { Nowcast } from '../../../core/nowcast/nowcast.ts'
import { isToldOf, toldPlaces, toldStorms } from '../../../core/nowcast/told-outlook.ts'
import type { PlaceGeometry } from '../../../core/places/place.ts'
import { shapeOf } from '../../../core/places/place-shape.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** A server has looked each minute: motion and tracks are brought as far as they fade within, in steps as long as theirs. */
export const WARM_UP_MIN = 35
export const WARM_UP_STEP_MIN = 5
/** Of moments before, no probabilities are asked. */
const UNWATCHED = [0, 0, 0] as const
/** A strike takes so many numbers: its time, Unix ms, its latitude and its longitude. */
export const NUMBERS_A_STRIKE = 3

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
  /** What is to be expected at that moment; `warmUp`: as nothing was reckoned shortly before it. */
  | { kind: 'reckon'; atMs: number; watched: readonly [number, number, number]; warmUp: boolean }

/** Reckons what comes next from what it is sent: the same wherever it runs. */
export class Reckoning {
  #nowcast = new Nowcast(model, () => false)
  #places: { place: { id: string }; rings: readonly GuardedRing[] }[] = [];

  /** Takes in what is sent, in steps of some milliseconds; answers what that asks for, or null where it asks nothing. */
  *hear(sent: Sent): Generator<undefined, ToldNowcast | null> {
    if (sent.kind === 'anew') this.#nowcast = new Nowcast(model, () => false)
    else if (sent.kind === 'places') this.#guard(sent.places, sent.errorKm)
    else if (sent.kind === 'strikes') {
      const { numbers } = sent
      for (let i = 0; i < numbers.length; i += NUMBERS_A_STRIKE) {
        this.#nowcast.add(numbers[i]!, numbers[i + 1]!, numbers[i + 2]!)
      }
    } else return yield* this.#reckon(sent.atMs, sent.watched, sent.warmUp)
    return null
  }

  #guard(places: readonly SentPlace[], errorKm: number): void {
    this.#places = places.map(({ id, geometry, ringsKm }) => {
      const shape = shapeOf(geometry)
      return { place: { id }, rings: ringsKm.map((ringKm) => ({ shape, ringKm, errorKm })) }
    })
  }

  *#reckon(
    atMs: number,
    watched: readonly [number, number, number],
    warmUp: boolean,
  ): Generator<undefined, ToldNowcast> {
    for (let ago = warmUp ? WARM_UP_MIN : 0; ago > 0; ago -= WARM_UP_STEP_MIN) {
      yield* this.#nowcast.outlookInSteps([], atMs - ago * MINUTE_MS, UNWATCHED)
    }
    const rings = this.#places.flatMap((each) => each.rings)
    const outlook = yield* this.#nowcast.outlookInSteps(rings, atMs, watched)
    return {
      state: outlook.isWatched ? 'known' : 'not-observed',
      t: new Date(atMs).toISOString(),
      calibration: { kind: 'recorded' },
      storms: toldStorms(outlook),
      // As a server tells it: of what is calm nothing.
      places: toldPlaces(this.#places, outlook, (_, outlooks) => isToldOf(outlooks)),
      leftOut: 0,
    }
  }
}
