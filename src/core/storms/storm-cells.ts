import type { Motion, Storm } from '../../contract/nowcast.ts'
import { EARTH_RADIUS_KM, type LatLon, RAD } from '../geo/geo.ts'
import { latOfFixed, lonOfFixed } from '../geo/mercator-fixed.ts'
import type { Velocity } from '../nowcast/motion-field.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { modulo } from '../util/modulo.ts'
import {
  GRID,
  KNOWN,
  MINUTES,
  N,
  PLACE_STEPS,
  POSITIVE,
  RATE_MINUTES,
  STORM_MINUTES,
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

/** The fewest strokes in fifteen minutes that make a storm. */
export const STROKES_MIN = 12
/** Minimum strokes in two periods for a trend. */
const TREND_STROKES_MIN = 12
/** Flashes have about three strokes, so the variance of a count is a multiple of that of independent events. */
const SCATTER = 5
const FLASH_STROKES = 3
const TREND_SIGMAS = 1.5
const TREND_WATCHED_MIN = 0.9
/** Standard deviation of stroke times in minutes for computing a storm's own motion: about four minutes of strokes. */
const MOTION_SPREAD_MIN = 1.2
/** How many of the three periods must have been observed for a motion. */
const MOTION_WATCHED_MIN = 0.9
/** Growth at one side looks like motion: error of the motion from own strokes, km/h. */
const GROWTH_KMH = 10
/** A storm's own motion is another than its region's by about this. */
const REGION_DIFFERS_KMH = 6
/** The share of the spread of a region's votes that its error turned out to be. */
const REGION_ERROR_SHARE = 0.7
/** The motion is unknown above this error and this share of the speed. */
const SPEED_ERROR_KMH = 15
const SPEED_ERROR_SHARE = 0.4
/** Maximum speed of a storm: a faster one is a new storm beside one that ended. */
const STORM_SPEED_MAX_KMH = 150
/** A storm counts as moving if its speed exceeds its error by this factor. */
const MOVES_SIGMAS = 1.7
/** A course is drawn only where the error is at most this share of the speed. */
const COURSE_ERROR_SHARE = 1 / 3
/** Minimum strokes with a known polarity for a share. */
const POLARITIES_MIN = 10
const SQUARE = 2 ** 32 / GRID
const EARTH_KM = 2 * Math.PI * EARTH_RADIUS_KM

/** Length of a period. Rates are those of the last one, and trends compare it with the one before. */
export const STORM_PERIOD_MS = RATE_MINUTES * MINUTE_MS

/** The observed shares (0 to 1) of the three periods of five minutes before a moment, the latest first. */
export type Observed = readonly [number, number, number]

/** A storm of one moment, before it is known which one it is. */
export type StormCell = Omit<Storm, 'id' | 'since' | 'mayBeOlder' | 'splitFrom' | 'merged' | 'track' | 'jump'> & {
  /** Its strokes in each of the fifteen minutes, the latest first. */
  perMinute: readonly number[]
}

/** Whether enough was observed for a trend. */
export function isTrendObserved(observed: Observed): boolean {
  return observed[0] >= TREND_WATCHED_MIN && observed[1] >= TREND_WATCHED_MIN
}

/** The motion of a storm if accurate enough to draw its path; else null. */
export function courseOf({ motion }: Pick<Storm, 'motion'>): Extract<Motion, { kind: 'moving' }> | null {
  return motion.kind === 'moving' && motion.errorKmh <= COURSE_ERROR_SHARE * motion.speedKmh ? motion : null
}

/** The storms of a grid, the busiest first. `motionAt` is how lightning moves in a region. */
export function stormsIn(
  grid: StormGrid,
  observed: Observed,
  motionAt: (lat: number, lon: number) => Velocity | null,
): StormCell[] {
  return [...totals(grid)]
    .map(([key, sums]) => stormOf(key, sums, observed, motionAt))
    .filter(({ perMinute }) => strokesOf(perMinute, 0) + strokesOf(perMinute, 1) > 0)
    .sort((a, b) => (b.strokesPerMin ?? 0) - (a.strokesPerMin ?? 0) || b.strokes - a.strokes)
}

/** The strokes of a period of five minutes, 0 for the latest. */
function strokesOf(perMinute: readonly number[], period: number): number {
  const minutes = perMinute.slice(period * RATE_MINUTES, (period + 1) * RATE_MINUTES)
  return minutes.reduce((sum, strokes) => sum + strokes, 0)
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
  let latest = 0
  for (let minute = 0; minute < RATE_MINUTES; minute++) latest += from[at + MINUTES + minute]!
  to[N]! += n
  to[T]! += t
  to[X]! += x + n * dx
  to[Y]! += y + n * dy
  to[TT]! += from[at + TT]!
  to[TX]! += from[at + TX]! + dx * t
  to[TY]! += from[at + TY]! + dy * t
  to[XX]! += from[at + XX]! + 2 * dx * x + n * dx * dx
  to[XY]! += from[at + XY]! + dx * y + dy * x + n * dx * dy
  to[YY]! += from[at + YY]! + 2 * dy * y + n * dy * dy
  to[X1]! += from[at + X1]! + latest * dx
  to[Y1]! += from[at + Y1]! + latest * dy
  for (let column = KNOWN; column < SUMS; column++) to[column]! += from[at + column]!
}

function stormOf(
  key: number,
  sums: Float64Array,
  observed: Observed,
  motionAt: (lat: number, lon: number) => Velocity | null,
): StormCell {
  const n = sums[N]!
  const mean = (column: number, unit = 1) => sums[column]! / n / unit
  const t = mean(T)
  const x = mean(X, PLACE_STEPS)
  const y = mean(Y, PLACE_STEPS)
  const varT = mean(TT) - t * t
  const covX = mean(TX, PLACE_STEPS) - t * x
  const covY = mean(TY, PLACE_STEPS) - t * y
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
  const isObserved = observed[0] + observed[1] + observed[2] >= MOTION_WATCHED_MIN
  const velocity = isObserved ? blended(own, motionAt(lat, lon)) : null
  const motion = toldMotion(velocity)
  const perMinute = Array.from(sums.subarray(MINUTES, MINUTES + STORM_MINUTES))
  const strokes = [0, 1, 2].map((period) => strokesOf(perMinute, period)) as [number, number, number]
  const trend = trendOf(strokes, observed)
  const rateOf = (period: 0 | 1) => strokes[period] / (RATE_MINUTES * observed[period])
  /** In squares for each km/h, since its strokes struck in the mean. */
  const gone = -t / 60 / kmPerSquare
  const middle =
    velocity && motion.kind === 'moving'
      ? // By the blended motion: the error of the own motion of a dozen strokes may exceed the motion.
        placeOf(x + velocity.east * gone, y - velocity.north * gone)
      : strokes[0] > 0
        ? placeOf(sums[X1]! / strokes[0] / PLACE_STEPS, sums[Y1]! / strokes[0] / PLACE_STEPS)
        : placeOf(x, y)
  return {
    lat: rounded(middle.lat, 4),
    lon: rounded(middle.lon, 4),
    strokes: n,
    strokesPerMin: observed[0] < 0.4 ? null : rounded(rateOf(0), 1),
    changePerMin: trend === null ? null : rounded(rateOf(0) - rateOf(1), 1),
    trend,
    motion,
    ...ellipseOf(xx, xy, yy, kmPerSquare),
    positiveShare: sums[KNOWN]! < POLARITIES_MIN ? null : rounded(sums[POSITIVE]! / sums[KNOWN]!, 2),
    perMinute,
  }
}

/** Rounds a served number to its precision. */
function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
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

/** Motion by a storm's own strokes: the regression of place on time. */
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
  if (speedKmh < MOVES_SIGMAS * errorKmh) return { kind: 'slow', belowKmh: rounded(speedKmh + 2 * errorKmh, 1) }
  const headingDeg = rounded(modulo(Math.atan2(east, north) / RAD, 360), 1) % 360
  return { kind: 'moving', headingDeg, speedKmh: rounded(speedKmh, 1), errorKmh: rounded(errorKmh, 1) }
}

function trendOf([n1, n2, n3]: readonly [number, number, number], observed: Observed): Storm['trend'] {
  if (!isTrendObserved(observed) || n1 + n2 < TREND_STROKES_MIN) return null
  if (observed[2] >= TREND_WATCHED_MIN && n3 <= 1 && n2 <= n1) return 'starting'
  const sigmas = (n1 - n2) / Math.sqrt(SCATTER * (n1 + n2))
  if (sigmas > TREND_SIGMAS && n1 > 1.25 * n2) return 'growing'
  if (sigmas < -TREND_SIGMAS && n1 < 0.8 * n2) return 'weakening'
  return 'steady'
}

/** Two standard deviations along the axes. */
function ellipseOf(xx: number, xy: number, yy: number, kmPerSquare: number) {
  const middle = (xx + yy) / 2
  const spread = Math.hypot((xx - yy) / 2, xy)
  const radius = (variance: number) => rounded(Math.max(1, 2 * Math.sqrt(Math.max(0, variance)) * kmPerSquare), 1)
  // The angle counts from the east towards the south, as y grows southward; a bearing counts from the north.
  const angle = Math.atan2(2 * xy, xx - yy) / 2 / RAD
  return {
    majorKm: radius(middle + spread),
    minorKm: radius(middle - spread),
    axisDeg: rounded((angle + 270) % 180, 1),
  }
}
