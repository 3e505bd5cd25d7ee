import { writeFileSync } from 'node:fs'
import { KM_PER_DEG, type LatLon, RAD } from '../../src/core/geo/geo.ts'
import { MINUTE_MS } from '../../src/core/time/durations.ts'
import { RECORDED, type RecordedStorm, type RecordedStrike, readRecorded } from './recorded.ts'

/**
 * node scripts/nowcast/displacements.ts FILE: measures, with the future known, the displacement of storms within half
 * an hour.
 *
 * A storm is a position with twelve strikes or more within 15 km in the fifteen minutes around a moment. The density of
 * strikes within 30 km of it (periods of 15 minutes, kernel of 6 km, logarithm, so that no burst dominates) is compared
 * with the densities 10, 20 and 30 minutes later. The velocity with the highest mean of the three correlations is
 * selected. It is accepted if that mean is at least 0.5, if the second and the third alone give a velocity within 25
 * km/h or 40 % of it, if the last correlation is at least 0.35, and if the storm moved 6 km. Storms are sampled 20
 * minutes and 25 km apart. The nowcast uses none of this.
 */

const CELL_KM = 3
const KERNEL_KM = 6
const PATCH_KM = 30
const PERIOD_MS = 15 * MINUTE_MS
const LAGS_MIN = [10, 20, 30]
const STEP_KMH = 3
const SPEED_MAX_KMH = 110
const LOOK_EVERY_MS = 20 * MINUTE_MS
const NEAR_KM = 15
const STROKES_MIN = 12
const APART_KM = 25
/** Half the side of the area around a storm: its patch, plus its maximum displacement. */
const HALF_CELLS = Math.ceil((PATCH_KM + SPEED_MAX_KMH / 2) / CELL_KM) + 1
const SIDE = 2 * HALF_CELLS + 1
const PATCH_CELLS = PATCH_KM / CELL_KM

interface Displacement {
  storm: string
  at: string
  lat: number
  lon: number
  eastKm: number
  northKm: number
}

function measure(storm: RecordedStorm): Displacement[] {
  const all = readRecorded(storm.file).filter(
    ({ lat, lon }) => Math.abs(lat - storm.box.north) < 5 && Math.abs(lon - storm.box.west) < 8,
  )
  const found: Displacement[] = []
  for (
    let atMs = Math.ceil(storm.fromMs / LOOK_EVERY_MS) * LOOK_EVERY_MS;
    atMs <= storm.toMs - 30 * MINUTE_MS;
    atMs += LOOK_EVERY_MS
  ) {
    const taken: LatLon[] = []
    for (const peak of peaksAt(all, atMs)) {
      if (taken.some((other) => distance(other, peak) < APART_KM)) continue
      taken.push(peak)
      const velocity = velocityOf(all, peak, atMs)
      if (!velocity) continue
      found.push({
        storm: storm.name,
        at: new Date(atMs).toISOString(),
        lat: rounded(peak.lat, 3),
        lon: rounded(peak.lon, 3),
        eastKm: rounded(velocity.x / 2, 1),
        northKm: rounded(velocity.y / 2, 1),
      })
    }
  }
  return found
}

/** Positions with the most strikes within 15 km, densest first, each as the mean of those strikes. */
function peaksAt(all: readonly RecordedStrike[], atMs: number): LatLon[] {
  const now = all.filter(({ timeMs }) => Math.abs(timeMs - atMs) <= PERIOD_MS / 2)
  return now
    .map((strike) => now.filter((other) => distance(strike, other) <= NEAR_KM))
    .filter((near) => near.length >= STROKES_MIN)
    .sort((a, b) => b.length - a.length)
    .map((near) => ({ lat: mean(near.map(({ lat }) => lat)), lon: mean(near.map(({ lon }) => lon)) }))
}

/** The velocity, km/h, of the storm at `peak`; null if ambiguous. */
function velocityOf(all: readonly RecordedStrike[], peak: LatLon, atMs: number) {
  const at = densityAround(all, peak, atMs)
  const later = LAGS_MIN.map((lag) => densityAround(all, peak, atMs + lag * MINUTE_MS))
  const best = { x: 0, y: 0, score: -1, last: 0 }
  const alone = LAGS_MIN.map(() => ({ x: 0, y: 0, score: -1 }))
  for (let x = -SPEED_MAX_KMH; x <= SPEED_MAX_KMH; x += STEP_KMH) {
    for (let y = -SPEED_MAX_KMH; y <= SPEED_MAX_KMH; y += STEP_KMH) {
      if (Math.hypot(x, y) > SPEED_MAX_KMH) continue
      const scores = later.map((density, i) =>
        correlation(at, density, (x * LAGS_MIN[i]!) / 60, (y * LAGS_MIN[i]!) / 60),
      )
      scores.forEach((score, i) => {
        if (score > alone[i]!.score) alone[i] = { x, y, score }
      })
      const score = mean(scores)
      if (score > best.score) Object.assign(best, { x, y, score, last: scores.at(-1)! })
    }
  }
  const speed = Math.hypot(best.x, best.y)
  const agree = alone.slice(1).every(({ x, y }) => Math.hypot(x - best.x, y - best.y) <= Math.max(25, 0.4 * speed))
  return best.score >= 0.5 && best.last >= 0.35 && agree && speed >= 12 ? best : null
}

/** The logarithm of the density of strikes on a plane around a place. */
function densityAround(all: readonly RecordedStrike[], middle: LatLon, atMs: number): Float64Array {
  const density = new Float64Array(SIDE * SIDE)
  const reach = Math.ceil((3 * KERNEL_KM) / CELL_KM)
  for (const strike of all) {
    if (Math.abs(strike.timeMs - atMs) > PERIOD_MS / 2) continue
    const { x, y } = offset(middle, strike)
    const column = Math.round(x / CELL_KM) + HALF_CELLS
    const row = Math.round(y / CELL_KM) + HALF_CELLS
    for (let r = Math.max(0, row - reach); r <= Math.min(SIDE - 1, row + reach); r++) {
      for (let c = Math.max(0, column - reach); c <= Math.min(SIDE - 1, column + reach); c++) {
        const far = ((c - HALF_CELLS) * CELL_KM - x) ** 2 + ((r - HALF_CELLS) * CELL_KM - y) ** 2
        density[r * SIDE + c]! += Math.exp(-far / (2 * KERNEL_KM ** 2))
      }
    }
  }
  return density.map(Math.log1p)
}

/** Correlation of the patch of one density and another, displaced by these km. */
function correlation(a: Float64Array, b: Float64Array, eastKm: number, northKm: number): number {
  const dx = Math.round(eastKm / CELL_KM)
  const dy = Math.round(northKm / CELL_KM)
  let n = 0
  let sumA = 0
  let sumB = 0
  let aa = 0
  let bb = 0
  let ab = 0
  for (let r = -PATCH_CELLS; r <= PATCH_CELLS; r++) {
    for (let c = -PATCH_CELLS; c <= PATCH_CELLS; c++) {
      if (r * r + c * c > PATCH_CELLS ** 2) continue
      const p = a[(r + HALF_CELLS) * SIDE + c + HALF_CELLS]!
      const q = b[(r + dy + HALF_CELLS) * SIDE + c + dx + HALF_CELLS]!
      n++
      sumA += p
      sumB += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  }
  const variances = (aa - sumA ** 2 / n) * (bb - sumB ** 2 / n)
  return variances > 0 ? (ab - (sumA * sumB) / n) / Math.sqrt(variances) : 0
}

function offset(from: LatLon, to: LatLon): { x: number; y: number } {
  return { x: (to.lon - from.lon) * KM_PER_DEG * Math.cos(from.lat * RAD), y: (to.lat - from.lat) * KM_PER_DEG }
}

function distance(a: LatLon, b: LatLon): number {
  const { x, y } = offset(a, b)
  return Math.hypot(x, y)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

const MEASURED = ['Lapland, night', 'Vermont, 8 August', 'Vermont, 12 August']
const displacements = RECORDED.filter(({ name }) => MEASURED.includes(name)).flatMap(measure)
writeFileSync(process.argv[2]!, `[\n${displacements.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`)
process.stdout.write(`${displacements.length} displacements\n`)
