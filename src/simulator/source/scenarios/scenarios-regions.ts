import stormParams from '../../../../data/storm-params.json' with { type: 'json' }
import { HOUR_MS } from '../../../core/time/durations.ts'
import { modulo } from '../../../core/util/modulo.ts'

/** A box in which cells form; `east` may exceed 180 where it crosses the antimeridian. */
export interface BirthRegion {
  west: number
  south: number
  east: number
  north: number
  /** Its share of the births, relative to the other regions. */
  weight: number
  /** Over sea the daily curve is flat, with a weak maximum before dawn. */
  sea: boolean
  /** Few stations around: strokes are seen from one side, with a wide angle gap. */
  sparse: boolean
  /** Where its storms move to. */
  headingDeg: number
}

const [southChina, yangtze, southwest, north, southChinaSea, bengal] = stormParams.scenarios.summer_afternoon
  .regions as Box[]
type Box = [west: number, south: number, east: number, north: number]

export const ASIA_SUMMER: BirthRegion[] = [
  region(southChina!, 0.26, { headingDeg: 30 }),
  region(yangtze!, 0.24, { headingDeg: 70 }),
  region(southwest!, 0.14, { headingDeg: 100 }),
  region(north!, 0.14, { headingDeg: 110 }),
  region(southChinaSea!, 0.12, { headingDeg: 290, sea: true, sparse: true }),
  region(bengal!, 0.1, { headingDeg: 320, sparse: true }),
]

export const ASIA_WINTER: BirthRegion[] = [
  region(southChina!, 0.3, { headingDeg: 70 }),
  region(southChinaSea!, 0.4, { headingDeg: 250, sea: true, sparse: true }),
  region([131, 34, 140, 41], 0.3, { headingDeg: 110, sea: true }), // the winter storms of the Sea of Japan
]

export const REST_OF_WORLD: BirthRegion[] = [
  region([-100, 29, -82, 43], 0.13, { headingDeg: 75 }), // central and eastern North America
  region([-88, 24, -78, 31], 0.07, { headingDeg: 40 }), // Florida and the Gulf
  region([-108, 20, -100, 34], 0.05, { headingDeg: 20 }), // Sierra Madre
  region([-92, 6, -74, 16], 0.07, { headingDeg: 270, sparse: true }), // Central America, Colombia
  region([-70, -12, -48, 4], 0.1, { headingDeg: 260, sparse: true }), // Amazonia
  region([-64, -36, -50, -24], 0.07, { headingDeg: 80, sparse: true }), // La Plata
  region([14, -8, 30, 6], 0.13, { headingDeg: 265, sparse: true }), // Congo
  region([-12, 6, 14, 15], 0.09, { headingDeg: 265, sparse: true }), // West Africa
  region([24, -30, 34, -15], 0.04, { headingDeg: 70, sparse: true }), // southern Africa
  region([5, 44, 28, 54], 0.07, { headingDeg: 55 }), // central Europe
  region([0, 36, 22, 43], 0.03, { headingDeg: 80, sea: true }), // the Mediterranean
  region([96, -8, 118, 5], 0.06, { headingDeg: 280, sparse: true }), // Sumatra, Borneo, Java
  region([132, -9, 152, -1], 0.04, { headingDeg: 270, sparse: true }), // New Guinea
  region([124, -20, 145, -11], 0.03, { headingDeg: 280 }), // northern Australia
  region([174, -22, 190, -10], 0.02, { headingDeg: 110, sea: true, sparse: true }), // Fiji to Samoa, over the date line
]

function region(box: Box, weight: number, also: Partial<BirthRegion>): BirthRegion {
  const [west, south, east, north] = box
  return { west, south, east, north, weight, sea: false, sparse: false, headingDeg: 90, ...also }
}

const CURVE = stormParams.diurnal_weight_lst
const CURVE_MEAN = CURVE.reduce((sum, weight) => sum + weight, 0) / CURVE.length
const LAND_LONGITUDE_MS = HOUR_MS / 15

/** How much of its daily mean a place has at this moment, by its local solar time; the mean over a day is 1. */
export function diurnalFactor(ms: number, longitude: number, sea = false): number {
  const hour = modulo((ms + longitude * LAND_LONGITUDE_MS) / HOUR_MS, 24)
  if (sea) return 1 + 0.15 * Math.cos((2 * Math.PI * (hour - 4)) / 24)
  const from = Math.floor(hour)
  const part = hour - from
  return (CURVE[from]! * (1 - part) + CURVE[(from + 1) % 24]! * part) / CURVE_MEAN
}

/** How much of its yearly mean a latitude has in a season (1 northern summer, -1 northern winter). */
export function seasonFactor(season: number, latitude: number): number {
  return Math.max(0.1, 1 + 0.9 * season * Math.max(-1, Math.min(1, latitude / 25)))
}
