import type { ServedRing, Storm } from '../../../contract/nowcast.ts'
import { distanceKm, type LatLon } from '../../../core/geo/geo.ts'
import { type GlanceRing, glanceRing, type NowcastView, placeIn } from '../../../core/nowcast/coming.ts'
import { courseOf } from '../../../core/storms/storm-cells.ts'
import { reachOf, type StormReach } from '../../../core/storms/storm-reach.ts'

/** A place that a storm may be over within two hours. */
export interface InReach<Place> {
  place: Place
  km: number
  reach: StormReach
}

/**
 * The places that a storm may reach within two hours: with a known course those in its path, by time; else all, by
 * distance.
 */
export function inReach<Place extends LatLon>(storm: Storm, places: readonly Place[]): InReach<Place>[] {
  const found: InReach<Place>[] = []
  for (const place of places) {
    const reach = reachOf(storm, place)
    if (reach) found.push({ place, reach, km: distanceKm(storm, place) })
  }
  if (!courseOf(storm)) return found.sort((a, b) => a.km - b.km)
  return found
    .filter(({ reach }) => reach.likely !== null)
    .sort((a, b) => a.reach.earliest - b.reach.earliest || a.km - b.km)
}

/** A guarded place that a storm reaches, or may reach. */
export interface GuardedInReach<Place> {
  place: Place
  km: number
  /** The ring that this storm is in or will reach, else the ring to show; null if the nowcast has none. */
  ring: GlanceRing | null
  /** The first likely arrival of this storm, Unix ms; 0 if in progress; null if another storm arrives first. */
  arrivesMs: number | null
}

/**
 * The guarded places that the storm is the first to reach, by arrival time, and then those that it may reach, by
 * distance: with a known course those with a probability, otherwise all within reach.
 */
export function guardedInReach<Place extends LatLon & { id: string }>(
  storm: Storm,
  places: readonly Place[],
  nowcast: NowcastView,
): GuardedInReach<Place>[] {
  const found: GuardedInReach<Place>[] = []
  for (const place of places) {
    const rings = placeIn(nowcast, place.id)?.rings ?? []
    const ofStorm = rings.filter((each) => arrivesAt(each, storm) !== null)
    const ring = glanceRing(ofStorm) ?? glanceRing(rings) ?? null
    const arrivesMs = ring && arrivesAt(ring, storm)
    const mayReach = (ring !== null || courseOf(storm) === null) && reachOf(storm, place) !== null
    if (arrivesMs !== null || mayReach) found.push({ place, ring, arrivesMs, km: distanceKm(storm, place) })
  }
  const order = ({ arrivesMs }: GuardedInReach<Place>) => arrivesMs ?? Number.MAX_SAFE_INTEGER
  return found.sort((a, b) => order(a) - order(b) || a.km - b.km)
}

function arrivesAt({ arrival, inProgress, storm, next }: ServedRing, { id }: Storm): number | null {
  if (storm !== id) return next?.storm === id ? Date.parse(next.likely) : null
  return inProgress ? 0 : arrival && Date.parse(arrival.likely)
}
