import type { Motion } from '../../contract/nowcast.ts'
import { EARTH_RADIUS_KM, type LatLon, RAD } from '../geo/geo.ts'
import { latOfFixed, lonOfFixed } from '../geo/mercator-fixed.ts'
import type { Velocity } from '../nowcast/motion-field.ts'
import { RegionalMotion } from '../nowcast/regional-motion.ts'
import { UNITS_PER_SECOND, unitsOf } from '../strikes/packed-strike-time.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { modulo } from '../util/modulo.ts'
import { resultOf } from '../util/steps.ts'
import {
  GRID,
  N,
  N1,
  N2,
  N3,
  PLACE_STEPS,
  type StormGrid,
  SUMS,
  T,
  TT,
  TX,
  TY,
  X,
  X1,
  XX,
  XY,
  Y,
  Y1,
  YY,
} from './storm-grid.ts'
import { groupSquares } from './storm-groups.ts'
import { StormTracks } from './storm-tracks.ts'
import { type StormColumns, StormWindow } from './storm-window.ts'

/** Length of a period. Rates are of the last one, trends compare it with the one before, and motion is of three. */
export const STORM_PERIOD_MIN = 5
export const STORM_PERIOD_MS = STORM_PERIOD_MIN * MINUTE_MS
/** The fewest strokes in three periods that make a storm. */
const STROKES_MIN = 12
/** The fewest strokes in two periods from which a trend is told. */
const TREND_STROKES_MIN = 12
/**
 * Strokes come in flashes of about three, so the variance of a count is a multiple of what single events would have.
 */
const SCATTER = 5
const FLASH_STROKES = 3
const TREND_SIGMAS = 1.5
const TREND_WATCHED_MIN = 0.9
/** Standard deviation of the strokes' times in minutes, from which their own motion is read: about four minutes of them. */
const MOTION_SPREAD_MIN = 1.2
/** How much of the three periods must have been observed for a motion, in periods. */
const MOTION_WATCHED_MIN = 0.9
/** Growth at one side passes for motion: what is read from a storm's own strokes is off by about this. */
const GROWTH_KMH = 10
/** A storm's own motion is another than its region's by about this. */
const REGION_DIFFERS_KMH = 6
/** The share of the spread of a region's votes that its error turned out to be. */
const REGION_ERROR_SHARE = 0.7
/** A motion is told only where its error is below this, or below this share of the speed. */
const SPEED_ERROR_KMH = 15
const SPEED_ERROR_SHARE = 0.4
/** No storm moves faster: what seems to is a new one beside one that ended. */
const STORM_SPEED_MAX_KMH = 150
/** A storm is said to move where its speed is above its error by this factor. */
const MOVES_SIGMAS = 1.7
const SQUARE = 2 ** 32 / GRID
const UNITS_PER_MINUTE = 60 * UNITS_PER_SECOND
const EARTH_KM = 2 * Math.PI * EARTH_RADIUS_KM

export type StormTrend = 'starting' | 'growing' | 'steady' | 'weakening'

/** A storm: strokes near each other in the last fifteen minutes. */
export interface StormCell extends LatLon {
  /** Stays the same for a storm from one search to the next. */
  id: number
  /** In the last fifteen minutes. */
  strokes: number
  /** In the last five minutes that were watched; null where they were hardly watched. */
  strokesPerMin: number | null
  /** That rate less the one of the five minutes before; null where no trend can be told. */
  changePerMin: number | null
  /** Null where there are too few strikes or too little was watched. */
  trend: StormTrend | null
  motion: Motion
  /** Nine strokes of ten lie within about this ellipse around the middle. */
  majorKm: number
  minorKm: number
  /** Of the longer axis, 0 to 180. */
  axisDeg: number
}

/** Whether enough was observed for a trend: without that none is told, however many strikes there are. */
export function isTrendWatched(watched: StormView['watched']): boolean {
  return watched[0] >= TREND_WATCHED_MIN && watched[1] >= TREND_WATCHED_MIN
}

/** What a search needs: the strikes, the moment, and how much was observed. */
export interface StormView {
  columns: StormColumns
  nowMs: number
  /** The observed share (0 to 1) of each of the three periods before now, the latest first. */
  watched: readonly [number, number, number]
}

/** Finds the storms of a moment, the busiest first. It follows them from search to search, so that they keep their ids. */
export function createStormFinder(): (view: StormView) => StormCell[] {
  const search = createStormSearch()
  return (view) => resultOf(search(view))
}

/** The same in steps, each of some milliseconds where lightning is all over the world. */
export function createStormSearch(): (view: StormView) => Generator<undefined, StormCell[]> {
  const window = new StormWindow(STORM_PERIOD_MS)
  const regional = new RegionalMotion()
  const tracks = new StormTracks()

  return function* ({ columns, nowMs, watched }) {
    window.update(columns, nowMs)
    yield
    regional.take(columns, nowMs)
    yield
    const found = stormsIn(window.grid, unitsOf(nowMs) - window.epochUnits, watched, (lat, lon) =>
      regional.field.at(lat, lon),
    )
    tracks.update(found, nowMs)
    return found
  }
}

/**
 * The storms of a grid, the busiest first, yet without ids. `now` is the moment in units after the epoch of its times,
 * `motionAt` how lightning moves in a region.
 */
export function stormsIn(
  grid: StormGrid,
  now: number,
  watched: StormView['watched'],
  motionAt: (lat: number, lon: number) => Velocity | null,
): StormCell[] {
  return [...totals(grid)]
    .filter(([, sums]) => sums[N1]! + sums[N2]! > 0)
    .map(([key, sums]) => stormOf(key, beforeNow(sums, now), watched, motionAt))
    .sort((a, b) => (b.strokesPerMin ?? 0) - (a.strokesPerMin ?? 0) || b.strokes - a.strokes)
}

/**
 * The sums of each storm with enough strokes, by the key of its peak's square; places count from that square's corner.
 */
function totals(grid: StormGrid): Map<number, Float64Array> {
  const { count, keys, sums } = grid
  const order = grid.inOrder()
  const peaks = groupSquares(grid, order)
  const strokes = new Float64Array(count)
  for (let entry = 0; entry < count; entry++) {
    const peak = peaks[entry]!
    if (peak >= 0) strokes[peak]! += sums[entry * SUMS + N]!
  }
  const storms = new Map<number, Float64Array>()
  for (const entry of order) {
    const peak = peaks[entry]!
    if (peak < 0 || strokes[peak]! < STROKES_MIN) continue
    const key = keys[peak]!
    const sum = heldOrMade(storms, key, () => new Float64Array(SUMS))
    const column = keys[entry]! & (GRID - 1)
    const peakColumn = key & (GRID - 1)
    // The column difference the shorter way around the world.
    const dx = ((column - peakColumn + GRID * 1.5) % GRID) - GRID / 2
    const dy = (keys[entry]! - column - key + peakColumn) / GRID
    addShifted(sum, sums, entry * SUMS, dx * PLACE_STEPS, dy * PLACE_STEPS)
  }
  return storms
}

function addShifted(to: Float64Array, from: Float64Array, at: number, dx: number, dy: number): void {
  const n = from[at + N]!
  const t = from[at + T]!
  const x = from[at + X]!
  const y = from[at + Y]!
  const n1 = from[at + N1]!
  to[N]! += n
  to[N1]! += n1
  to[N2]! += from[at + N2]!
  to[N3]! += from[at + N3]!
  to[X1]! += from[at + X1]! + n1 * dx
  to[Y1]! += from[at + Y1]! + n1 * dy
  to[T]! += t
  to[X]! += x + n * dx
  to[Y]! += y + n * dy
  to[TT]! += from[at + TT]!
  to[TX]! += from[at + TX]! + dx * t
  to[TY]! += from[at + TY]! + dy * t
  to[XX]! += from[at + XX]! + 2 * dx * x + n * dx * dx
  to[XY]! += from[at + XY]! + dx * y + dy * x + n * dx * dy
  to[YY]! += from[at + YY]! + 2 * dy * y + n * dy * dy
}

/** The same sums with times relative to now, which is `now` units after the epoch that they were added up with. */
function beforeNow(sums: Float64Array, now: number): Float64Array {
  const n = sums[N]!
  sums[TT]! -= now * (2 * sums[T]! - n * now)
  sums[TX]! -= now * sums[X]!
  sums[TY]! -= now * sums[Y]!
  sums[T]! -= n * now
  return sums
}

function stormOf(
  key: number,
  sums: Float64Array,
  watched: StormView['watched'],
  motionAt: (lat: number, lon: number) => Velocity | null,
): StormCell {
  const n = sums[N]!
  const mean = (column: number, unit: number) => sums[column]! / n / unit
  const t = mean(T, UNITS_PER_MINUTE)
  const x = mean(X, PLACE_STEPS)
  const y = mean(Y, PLACE_STEPS)
  const varT = mean(TT, UNITS_PER_MINUTE ** 2) - t * t
  const covX = mean(TX, UNITS_PER_MINUTE * PLACE_STEPS) - t * x
  const covY = mean(TY, UNITS_PER_MINUTE * PLACE_STEPS) - t * y
  const vx = varT > 0 ? covX / varT : 0
  const vy = varT > 0 ? covY / varT : 0
  // The variance of the places once the storm's motion is taken out.
  const xx = Math.max(0, mean(XX, PLACE_STEPS ** 2) - x * x - vx * covX)
  const yy = Math.max(0, mean(YY, PLACE_STEPS ** 2) - y * y - vy * covY)
  const xy = mean(XY, PLACE_STEPS ** 2) - x * y - vx * covY

  const column = key & (GRID - 1)
  const row = (key - column) / GRID
  const placeOf = (px: number, py: number): LatLon => ({
    lat: latOfFixed((row + py) * SQUARE),
    lon: lonOfFixed(modulo(column + px, GRID) * SQUARE),
  })
  const kmPerSquare = (EARTH_KM / GRID) * Math.cos(placeOf(x, y).lat * RAD)

  const { lat, lon } = placeOf(x, y)
  const scatter = (xx + yy) / 2
  const own = ownVelocity({ n, vx, vy, scatter, varT, kmPerSquare })
  const isWatched = watched[0] + watched[1] + watched[2] >= MOTION_WATCHED_MIN
  const velocity = isWatched ? blended(own, motionAt(lat, lon)) : null
  const motion = toldMotion(velocity)
  const n1 = sums[N1]!
  const n2 = sums[N2]!
  const trend = trendOf(n1, n2, sums[N3]!, watched)
  const perMin = (strokes: number, share: number) => strokes / (STORM_PERIOD_MIN * share)
  /** In squares for each km/h, since its strokes struck in the mean. */
  const gone = -t / 60 / kmPerSquare
  const middle =
    velocity && motion.kind === 'moving'
      ? // By the motion that is told: what a dozen strokes alone say of it may be off by as much as the storm moves.
        placeOf(x + velocity.east * gone, y - velocity.north * gone)
      : n1 > 0
        ? placeOf(sums[X1]! / n1 / PLACE_STEPS, sums[Y1]! / n1 / PLACE_STEPS)
        : placeOf(x, y)
  return {
    id: 0,
    ...middle,
    strokes: n,
    strokesPerMin: watched[0] < 0.4 ? null : perMin(n1, watched[0]),
    changePerMin: trend === null ? null : perMin(n1, watched[0]) - perMin(n2, watched[1]),
    trend,
    motion,
    ...ellipseOf(xx, xy, yy, kmPerSquare),
  }
}

interface MotionSums {
  n: number
  /** Squares per minute, x to the east and y to the south. */
  vx: number
  vy: number
  scatter: number
  varT: number
  kmPerSquare: number
}

/** What a storm's own strokes say of its motion: the regression of place on time. */
function ownVelocity({ n, vx, vy, scatter, varT, kmPerSquare }: MotionSums): Velocity | null {
  if (varT < MOTION_SPREAD_MIN ** 2) return null
  const kmhPer = kmPerSquare * 60
  const error = Math.sqrt((scatter * FLASH_STROKES) / (n * varT)) * kmhPer
  return { east: vx * kmhPer, north: -vy * kmhPer, error: Math.hypot(error, GROWTH_KMH) }
}

/** Both weighted by how well each is known. */
function blended(own: Velocity | null, region: Velocity | null): Velocity | null {
  if (!region) return own
  const regionError = Math.hypot(region.error * REGION_ERROR_SHARE, REGION_DIFFERS_KMH)
  if (!own) return { ...region, error: regionError }
  const ownWeight = own.error ** -2
  const regionWeight = regionError ** -2
  const sum = ownWeight + regionWeight
  return {
    east: (ownWeight * own.east + regionWeight * region.east) / sum,
    north: (ownWeight * own.north + regionWeight * region.north) / sum,
    error: sum ** -0.5,
  }
}

function toldMotion(velocity: Velocity | null): Motion {
  if (!velocity) return { kind: 'unknown' }
  const { east, north, error: errorKmh } = velocity
  const speedKmh = Math.hypot(east, north)
  const errorMaxKmh = Math.max(SPEED_ERROR_KMH, SPEED_ERROR_SHARE * speedKmh)
  if (errorKmh > errorMaxKmh || speedKmh > STORM_SPEED_MAX_KMH) return { kind: 'unknown' }
  if (speedKmh < MOVES_SIGMAS * errorKmh) return { kind: 'slow', belowKmh: speedKmh + 2 * errorKmh }
  return { kind: 'moving', headingDeg: modulo(Math.atan2(east, north) / RAD, 360), speedKmh, errorKmh }
}

function trendOf(n1: number, n2: number, n3: number, watched: StormView['watched']): StormTrend | null {
  if (!isTrendWatched(watched) || n1 + n2 < TREND_STROKES_MIN) return null
  if (watched[2] >= TREND_WATCHED_MIN && n3 <= 1 && n2 <= n1) return 'starting'
  const sigmas = (n1 - n2) / Math.sqrt(SCATTER * (n1 + n2))
  if (sigmas > TREND_SIGMAS && n1 > 1.25 * n2) return 'growing'
  if (sigmas < -TREND_SIGMAS && n1 < 0.8 * n2) return 'weakening'
  return 'steady'
}

/** Two standard deviations along the axes. */
function ellipseOf(xx: number, xy: number, yy: number, kmPerSquare: number) {
  const middle = (xx + yy) / 2
  const spread = Math.hypot((xx - yy) / 2, xy)
  const radius = (variance: number) => Math.max(1, 2 * Math.sqrt(Math.max(0, variance)) * kmPerSquare)
  // The angle counts from the east towards the south, as y grows southward; a bearing counts from the north.
  const angle = Math.atan2(2 * xy, xx - yy) / 2 / RAD
  return { majorKm: radius(middle + spread), minorKm: radius(middle - spread), axisDeg: (angle + 90 + 180) % 180 }
}
