import type { Storm, StormPoint } from '../../contract/nowcast.ts'
import { formatUtc } from '../../contract/time.ts'
import { bearingDeg, destination, distanceKm, KM_PER_DEG, type LatLon, RAD } from '../geo/geo.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import type { Observed, StormCell } from './storm-cells.ts'

/**
 * The 2σ lightning jump of Schultz et al. (2009, doi:10.1175/2009JAMC2237.1): the rate of two minutes rises by more than twice the
 * standard deviation of its changes in the ten minutes before, from ten flashes a minute on.
 */
const SIGMAS = 2

const PERIOD_MIN = 2
const PERIODS = 7
const FLASHES_PER_MIN_LEAST = 10

/** A flash has about three strokes. */
const FLASH_STROKES = 3

/** Maximum distance between the expected and the found position of a storm. */
const SAME_WITHIN_KM = 20
/** A storm without strokes is expected back for this long. */
const SILENT_MS = 30 * MINUTE_MS
const TRACK_EVERY_MS = 5 * MINUTE_MS
const STORY_MS = 2 * HOUR_MS
const JUMP_KEPT_MS = 30 * MINUTE_MS
/** Updates are a minute apart, with this tolerance. */
const LATE_MS = 30 * SECOND_MS
/** Below this observed share a storm may be older than its first update. */
const OBSERVED_MIN = 0.9

/** The track of a storm. `last` is its latest position. */
interface Track {
  story: Pick<Storm, 'id' | 'since' | 'mayBeOlder' | 'splitFrom'>
  merged: { id: number; atMs: number }[]
  points: { atMs: number; point: StormPoint }[]
  jump: { atMs: number; fromPerMin: number; toPerMin: number } | null
  last: StormCell
  lastMs: number
}

/** A track with the place where its storm is expected now, in the shape that it had when it was last found. */
interface Expected extends LatLon {
  track: Track
  shape: StormCell
}

/** Tracks storms between updates: they keep their ids while they move, split, merge and pause. */
export class StormTracks {
  #tracks = new Map<number, Track>()
  #lastId = 0
  #atMs = Number.NEGATIVE_INFINITY

  /**
   * Assigns ids to the storms of an update. A found storm continues the nearest expected one; busier storms choose
   * first. A new storm inside another one split from it; a lost storm inside another one merged into it.
   */
  follow(found: readonly StormCell[], nowMs: number, observed: Observed): Storm[] {
    // Played backwards, or after a leap, storms are other ones.
    const goesOn = nowMs >= this.#atMs && nowMs - this.#atMs <= SILENT_MS
    if (!goesOn) this.#tracks = new Map()
    this.#atMs = nowMs
    const expected = this.#expected(nowMs)
    const free = new Map<number, Set<Expected>>()
    for (const each of expected) heldOrMade(free, rowOf(each), () => new Set()).add(each)
    const tracks = found.map((storm) => {
      const same = nearestOf(free, storm)
      if (!same) return null
      free.get(rowOf(same))!.delete(same)
      return Object.assign(same.track, { last: storm, lastMs: nowMs })
    })
    const mayBeOlder = !goesOn || observed.some((share) => share < OBSERVED_MIN)
    const storms = found.map((storm, i) => tracks[i] ?? this.#begin(storm, nowMs, { expected, mayBeOlder }))
    for (const lost of [...free.values()].flatMap((each) => [...each])) this.#mergeLost(lost, storms, nowMs)
    return storms.map((track) => told(track, nowMs, observed))
  }

  #expected(nowMs: number): Expected[] {
    const expected: Expected[] = []
    for (const [id, track] of this.#tracks) {
      if (nowMs - track.lastMs > SILENT_MS) this.#tracks.delete(id)
      else expected.push({ ...expectedAt(track, nowMs), track, shape: track.last })
    }
    return expected
  }

  #begin(last: StormCell, nowMs: number, of: { expected: readonly Expected[]; mayBeOlder: boolean }): Track {
    // Seconds since 1970: ids stay unique after a restart.
    const id = Math.max(this.#lastId + 1, Math.floor(nowMs / SECOND_MS))
    this.#lastId = id
    const parent = of.expected.find((each) => each.track.lastMs === nowMs && isWithin(last, each.shape, each))
    const story = { id, since: formatUtc(nowMs), mayBeOlder: of.mayBeOlder, splitFrom: parent?.track.story.id ?? null }
    const track = { story, merged: [], points: [], jump: null, last, lastMs: nowMs }
    this.#tracks.set(id, track)
    return track
  }

  #mergeLost(lost: Expected, storms: readonly Track[], nowMs: number): void {
    const into = storms.find((track) => isWithin(lost, track.last, track.last))
    if (!into) return
    const { id } = lost.track.story
    into.merged.push({ id, atMs: nowMs })
    this.#tracks.delete(id)
  }
}

/** Expected position of a storm since it was last found. */
function expectedAt({ last, lastMs }: Track, nowMs: number): LatLon {
  if (last.motion.kind !== 'moving') return { lat: last.lat, lon: last.lon }
  return destination(last, last.motion.headingDeg, (last.motion.speedKmh * (nowMs - lastMs)) / HOUR_MS)
}

/** Whether a position is within the ellipse of a storm with this centre. */
function isWithin(place: LatLon, { majorKm, minorKm, axisDeg }: StormCell, middle: LatLon): boolean {
  if (Math.abs(place.lat - middle.lat) * KM_PER_DEG > majorKm) return false
  const km = distanceKm(middle, place)
  const angle = (bearingDeg(middle, place) - axisDeg) * RAD
  return Math.hypot((km * Math.cos(angle)) / majorKm, (km * Math.sin(angle)) / minorKm) <= 1
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

/** Updates a track to a moment and returns the storm. */
function told(track: Track, nowMs: number, observed: Observed): Storm {
  const { story, points, last, lastMs } = track
  const { perMinute: _, ...storm } = last
  if (nowMs - (points.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= TRACK_EVERY_MS - LATE_MS) {
    const { lat, lon, strokesPerMin } = storm
    points.push({ atMs: lastMs, point: { t: formatUtc(lastMs), lat, lon, strokesPerMin } })
  }
  while (points[0]!.atMs < nowMs - STORY_MS) points.shift()
  track.merged = track.merged.filter(({ atMs }) => atMs >= nowMs - STORY_MS)
  const jump = observed.every((share) => share >= OBSERVED_MIN) ? jumpIn(last) : null
  if (jump) track.jump = { atMs: nowMs, ...jump }
  if (track.jump && track.jump.atMs < nowMs - JUMP_KEPT_MS) track.jump = null
  return {
    ...storm,
    ...story,
    merged: track.merged.map(withUtc),
    track: points.map(({ point }) => point),
    jump: track.jump && withUtc(track.jump),
  }
}

function withUtc<Event extends { atMs: number }>({ atMs, ...event }: Event) {
  return { t: formatUtc(atMs), ...event }
}

/** The row of latitude of a place; rows are as high as the distance within which storms are matched. */
function rowOf({ lat }: LatLon): number {
  return Math.floor((lat * KM_PER_DEG) / SAME_WITHIN_KM)
}

/** Whether the rate jumps in the latest two minutes: the strokes a minute before and now; else null. */
export function jumpIn({ perMinute }: Pick<StormCell, 'perMinute'>): { fromPerMin: number; toPerMin: number } | null {
  const rates = Array.from({ length: PERIODS }, (_, period) => {
    return (perMinute[period * PERIOD_MIN]! + perMinute[period * PERIOD_MIN + 1]!) / PERIOD_MIN
  })
  const [toPerMin, fromPerMin] = rates as [number, number]
  if (toPerMin < FLASHES_PER_MIN_LEAST * FLASH_STROKES) return null
  const [change, ...before] = rates.slice(0, -1).map((rate, period) => rate - rates[period + 1]!)
  const mean = before.reduce((sum, each) => sum + each, 0) / before.length
  const variance = before.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (before.length - 1)
  return change! > SIGMAS * Math.sqrt(variance) ? { fromPerMin, toPerMin } : null
}
