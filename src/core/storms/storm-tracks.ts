import type { Motion } from '../../contract/nowcast.ts'
import { destination, distanceKm, KM_PER_DEG, type LatLon } from '../geo/geo.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'

/** A storm is found again no farther than this from where it was expected. */
const SAME_WITHIN_KM = 20
/** A storm that falls silent is expected for so long to come back. */
const SILENT_MS = 30 * MINUTE_MS
/** A new storm so near to one that goes on is a part of it. */
const SPLIT_WITHIN_KM = 30
const HISTORY_EVERY_MS = 5 * MINUTE_MS
const HISTORY_KEPT_MS = 2 * HOUR_MS

/** What is needed of a storm to follow it. */
interface FollowedStorm extends LatLon {
  id: number
  strokesPerMin: number | null
  motion: Motion
}

/** Where a storm was, and how strong. */
export interface StormPast extends LatLon {
  atMs: number
  strokesPerMin: number | null
}

/** A storm through time. */
export interface StormTrack {
  id: number
  sinceMs: number
  /** The storm that it came off; null where it came up by itself. */
  partOf: number | null
  /** Every five minutes, the oldest first. */
  history: StormPast[]
  last: FollowedStorm
  lastMs: number
}

/** Follows storms from one search to the next: they keep their ids while they move, split, merge and fall silent. */
export class StormTracks {
  #tracks = new Map<number, StormTrack>()
  #lastId = 0
  #atMs = Number.NEGATIVE_INFINITY

  get(id: number): StormTrack | undefined {
    return this.#tracks.get(id)
  }

  /**
   * Gives each storm its id. Of the storms that are found where one is expected, the nearest goes on as it, the busier
   * ones choosing first: what is left of a split is new, and of those that merge the nearest goes on.
   */
  update(storms: readonly FollowedStorm[], nowMs: number): void {
    // Played backwards, or after a leap, storms are other ones.
    if (nowMs < this.#atMs || nowMs - this.#atMs > SILENT_MS) this.#tracks = new Map()
    this.#atMs = nowMs
    const free = new Map<number, Set<Expected>>()
    for (const track of this.#tracks.values()) {
      if (nowMs - track.lastMs > SILENT_MS) {
        this.#tracks.delete(track.id)
        continue
      }
      const at = expectedAt(track, nowMs)
      heldOrMade(free, rowOf(at), () => new Set()).add({ ...at, track })
    }
    for (const storm of storms) {
      const same = nearestOf(free, storm)
      if (same) {
        free.get(rowOf(same))!.delete(same)
        storm.id = same.track.id
        same.track.last = storm
        same.track.lastMs = nowMs
      } else {
        storm.id = ++this.#lastId
        const partOf = this.#near(storm, storms, nowMs)
        this.#tracks.set(storm.id, { id: storm.id, sinceMs: nowMs, partOf, history: [], last: storm, lastMs: nowMs })
      }
      remember(this.#tracks.get(storm.id)!, nowMs)
    }
  }

  #near(storm: FollowedStorm, storms: readonly FollowedStorm[], nowMs: number): number | null {
    const near = storms.find(
      (other) =>
        other !== storm &&
        (this.#tracks.get(other.id)?.sinceMs ?? nowMs) < nowMs &&
        distanceKm(other, storm) < SPLIT_WITHIN_KM,
    )
    return near?.id ?? null
  }
}

interface Expected extends LatLon {
  track: StormTrack
}

/** Where a storm has gone since it was last found. */
function expectedAt({ last, lastMs }: StormTrack, nowMs: number): LatLon {
  if (last.motion.kind !== 'moving') return { lat: last.lat, lon: last.lon }
  return destination(last, last.motion.headingDeg, (last.motion.speedKmh * (nowMs - lastMs)) / HOUR_MS)
}

function nearestOf(free: ReadonlyMap<number, ReadonlySet<Expected>>, storm: LatLon): Expected | null {
  let nearest: Expected | null = null
  let least = SAME_WITHIN_KM
  const row = rowOf(storm)
  for (let each = row - 1; each <= row + 1; each++) {
    for (const other of free.get(each) ?? []) {
      const km = distanceKm(other, storm)
      if (km >= least) continue
      least = km
      nearest = other
    }
  }
  return nearest
}

function remember({ history, last, lastMs }: StormTrack, nowMs: number): void {
  if (nowMs - (history.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) < HISTORY_EVERY_MS) return
  history.push({ atMs: lastMs, lat: last.lat, lon: last.lon, strokesPerMin: last.strokesPerMin })
  if (history[0]!.atMs < nowMs - HISTORY_KEPT_MS) history.shift()
}

/** The row of latitude of a place; rows are as high as the distance within which storms are matched. */
function rowOf({ lat }: LatLon): number {
  return Math.floor((lat * KM_PER_DEG) / SAME_WITHIN_KM)
}
