import { type ServedNowcast, type ServedPlace, type ServedRing, TOLD_FROM } from '../../contract/nowcast.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'

/** The part of a nowcast shown to people, computed by server or page. */
export type NowcastView = Pick<
  ServedNowcast,
  'state' | 't' | 'calibration' | 'observed' | 'storms' | 'places' | 'leftOut'
>

/** A new nowcast arrives each minute; an older one than this is no longer reliable. */
const OUTDATED_MS = 4 * MINUTE_MS

/** The forecast for a place at a glance, equal on all screens. Unknown is not calm. */
export type Coming = { kind: 'unknown' } | { kind: 'calm' } | ({ kind: 'coming' } & GlanceRing)

/**
 * The ring to show for a place. `inner` is set while a storm is in that ring: the innermost ring without a strike that
 * is likely to be struck within the hour.
 */
export type GlanceRing = ServedRing & { inner: ServedRing | null }

/** Less than the smallest difference of two chances: it decides ties alone. */
const STRUCK_URGENCY = 1e-6

const UNKNOWN: Coming = { kind: 'unknown' }
const CALM: Coming = { kind: 'calm' }
const byId = new WeakMap<NowcastView, ReadonlyMap<string, ServedPlace>>()
/** Both are read each second, of hundreds of places. */
const times = new WeakMap<Pick<NowcastView, 't'>, number>()
const comings = new WeakMap<ServedPlace, Coming>()

/** The outlook of a place; undefined if the nowcast does not list it. */
export function placeIn(nowcast: NowcastView, id: string): ServedPlace | undefined {
  return heldOrMade(byId, nowcast, () => new Map(nowcast.places.map((place) => [place.id, place]))).get(id)
}

/** Whether a nowcast is too far from that moment to be used. */
export function isOutdated(nowcast: Pick<NowcastView, 't'>, nowMs: number): boolean {
  const { t } = nowcast
  if (t === null) return true
  const ofMs = heldOrMade(times, nowcast, () => Date.parse(t))
  return Math.abs(nowMs - ofMs) > OUTDATED_MS
}

/** Whether chances and arrivals are known at that moment. */
export function isKnown(nowcast: NowcastView | null, nowMs: number): nowcast is NowcastView {
  return nowcast?.state === 'known' && !isOutdated(nowcast, nowMs)
}

/**
 * The ring to show, of a place's rings from the inside out: the innermost with a storm in progress, else the innermost
 * with an arrival, else the widest. A storm in progress takes precedence over an approaching one.
 */
export function glanceRing(rings: readonly ServedRing[]): GlanceRing | undefined {
  const struck = rings.find(({ inProgress }) => inProgress)
  const reached = rings.find(({ arrival }) => arrival !== null)
  const shown = struck ?? reached ?? rings.at(-1)
  return shown && { ...shown, inner: struck && reached && reached.km < struck.km ? reached : null }
}

/** Whether no ring has a storm in progress, and a strike within the hour is unlikely in each. */
export function isCalm(rings: readonly Pick<ServedRing, 'inProgress' | 'p'>[]): boolean {
  return rings.every(({ p, inProgress }) => !inProgress && (p['60'] ?? 0) < TOLD_FROM)
}

/**
 * The urgency of a place: the probability of a strike within 30 minutes in its widest ring, 0 to 1; ties by present
 * strikes.
 */
export function urgencyOf(rings: readonly Pick<ServedRing, 'p' | 'inProgress'>[]): number {
  const chance = Math.max(0, ...rings.map(({ p }) => p['30'] ?? 0))
  return rings.some(({ inProgress }) => inProgress) ? chance + STRUCK_URGENCY : chance
}

/** The ring to show for a place id; null if the nowcast does not contain the place. */
export function urgencyAt(nowcast: NowcastView | null, id: string, nowMs: number): number | null {
  if (!isKnown(nowcast, nowMs)) return null
  const place = placeIn(nowcast, id)
  if (!place) return nowcast.leftOut > 0 ? null : 0
  return urgencyOf(place.rings)
}

/** From this chance of a strike within 30 minutes on a place is in trouble, even without an arrival. */
export const URGENT_FROM = 0.2

const urgent = new WeakMap<NowcastView, readonly string[]>()

/** The ids of the places with a storm in progress, an arrival within the hour, or a chance from `URGENT_FROM` on. */
export function urgentIn(nowcast: NowcastView): readonly string[] {
  return heldOrMade(urgent, nowcast, () =>
    nowcast.places
      .filter(
        ({ rings }) =>
          urgencyOf(rings) >= URGENT_FROM || rings.some(({ arrival, inProgress }) => inProgress || arrival !== null),
      )
      .map(({ id }) => id),
  )
}

export function comingTo(nowcast: NowcastView | null, id: string, nowMs: number): Coming {
  if (!isKnown(nowcast, nowMs)) return UNKNOWN
  const place = placeIn(nowcast, id)
  // Places left out of a limited response are not calm.
  if (!place) return nowcast.leftOut > 0 ? UNKNOWN : CALM
  return heldOrMade(comings, place, () => {
    const ring = glanceRing(place.rings)
    return ring && !isCalm(place.rings) ? { kind: 'coming', ...ring } : CALM
  })
}

/** The likely arrival, Unix ms; null while a storm is in progress, and if unlikely within the hour. */
export function arrivesAtMs(coming: Coming): number | null {
  return coming.kind === 'coming' && coming.arrival ? Date.parse(coming.arrival.likely) : null
}

/** Whether a storm is in progress there, or a strike likely within the hour. */
export function isComingSoon(coming: Coming): boolean {
  return coming.kind === 'coming' && (coming.inProgress || coming.arrival !== null)
}
