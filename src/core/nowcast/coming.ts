import { type ServedNowcast, type ServedPlace, type ServedRing, TOLD_FROM } from '../../contract/nowcast.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'

/** What of a nowcast is told to people, whoever reckoned it. */
export type ToldNowcast = Pick<
  ServedNowcast,
  'state' | 't' | 'calibration' | 'observed' | 'storms' | 'places' | 'leftOut'
>

/** It is told anew each minute: what is farther from now than this is no longer to be relied on. */
const OUTDATED_MS = 4 * MINUTE_MS

/** What comes to a place, at a glance: the same wherever it is told. Unknown is not calm. */
export type Coming = { kind: 'unknown' } | { kind: 'calm' } | ({ kind: 'coming' } & ServedRing)

const UNKNOWN: Coming = { kind: 'unknown' }
const CALM: Coming = { kind: 'calm' }
const byId = new WeakMap<ToldNowcast, ReadonlyMap<string, ServedPlace>>()

/** What a nowcast has of a place; undefined where it is not among those that it lists. */
export function placeIn(nowcast: ToldNowcast, id: string): ServedPlace | undefined {
  return heldOrMade(byId, nowcast, () => new Map(nowcast.places.map((place) => [place.id, place]))).get(id)
}

/** Whether a nowcast says too little of that moment: it is of another one. */
export function isOutdated(nowcast: Pick<ToldNowcast, 't'>, nowMs: number): boolean {
  return nowcast.t === null || Math.abs(nowMs - Date.parse(nowcast.t)) > OUTDATED_MS
}

/** Whether chances and arrivals are known at that moment. */
export function isKnown(nowcast: ToldNowcast | null, nowMs: number): nowcast is ToldNowcast {
  return nowcast?.state === 'known' && !isOutdated(nowcast, nowMs)
}

/** Of the rings of a place, from the inside out, the one that is told: the innermost that a storm reaches, else the widest. */
export function glanceRing<Ring extends Pick<ServedRing, 'arrival'>>(rings: readonly Ring[]): Ring | undefined {
  return rings.find(({ arrival }) => arrival !== null) ?? rings.at(-1)
}

/** Whether no storm is on its way to any of the rings, and a strike within the hour unlikely. */
export function isCalm(rings: readonly Pick<ServedRing, 'arrival' | 'p'>[]): boolean {
  return rings.every(({ p, arrival }) => arrival === null && (p['60'] ?? 0) < TOLD_FROM)
}

const arriving = new WeakMap<ToldNowcast, readonly string[]>()

/** The ids of the places that a storm is on its way to, or at. */
export function arrivingIn(nowcast: ToldNowcast): readonly string[] {
  return heldOrMade(arriving, nowcast, () =>
    nowcast.places.filter(({ rings }) => rings.some(({ arrival }) => arrival !== null)).map(({ id }) => id),
  )
}

export function comingTo(nowcast: ToldNowcast | null, id: string, nowMs: number): Coming {
  if (!isKnown(nowcast, nowMs)) return UNKNOWN
  const place = placeIn(nowcast, id)
  // What found no room in the answer is not calm.
  if (!place) return nowcast.leftOut > 0 ? UNKNOWN : CALM
  const ring = glanceRing(place.rings)
  return ring && !isCalm(place.rings) ? { kind: 'coming', ...ring } : CALM
}

/** When the storm is likely there, Unix ms; null where none is on its way. */
export function arrivesAtMs(coming: Coming): number | null {
  return coming.kind === 'coming' && coming.arrival ? Date.parse(coming.arrival.likely) : null
}

/** Whether a storm is likely there within the hour. */
export function isComingSoon(coming: Coming, nowMs: number): boolean {
  const atMs = arrivesAtMs(coming)
  return atMs !== null && atMs < nowMs + HOUR_MS
}
