import type { ForecastElement } from '../../../../core/weather/forecast.ts'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'

export interface ChartPlan {
  elements: ForecastElement[]
  /** Of each element, in their order. */
  kind: ChartSeries['kind']
  min?: number
  max?: number
  /** Amounts that add up: a missing bar means zero. */
  amounts?: boolean
  /** The series of directions that its barbs are drawn from, where the chart is one of wind. */
  directions?: ForecastElement
}

type Group = { names: string[] } & Omit<ChartPlan, 'elements' | 'directions'>

/** Elements shown together, in the order of a forecaster's reading. The first of each group is the main one. */
const TOGETHER: Group[] = [
  { names: ['temperature', 'feels_like_temperature', 'dew_point'], kind: 'line' },
  { names: ['temperature_max', 'temperature_mean', 'temperature_min'], kind: 'line' },
  { names: ['feels_like_temperature_max', 'feels_like_temperature_min'], kind: 'line' },
  { names: ['precipitation', 'rain'], kind: 'bars', min: 0, amounts: true },
  {
    names: ['wind_speed', 'wind_gust', 'wind_speed_max', 'wind_speed_mean', 'wind_gust_max'],
    kind: 'line',
    min: 0,
  },
  { names: ['humidity', 'humidity_max', 'humidity_mean', 'humidity_min'], kind: 'line', min: 0, max: 100 },
  { names: ['cloud_cover', 'cloud_cover_mean'], kind: 'area', min: 0, max: 100 },
  { names: ['pressure', 'pressure_mean'], kind: 'line' },
  { names: ['visibility', 'visibility_min'], kind: 'line', min: 0 },
  {
    names: ['shortwave_radiation', 'direct_radiation', 'diffuse_radiation', 'direct_normal_irradiance'],
    kind: 'line',
    min: 0,
  },
  { names: ['shortwave_radiation_sum'], kind: 'bars', min: 0 },
  { names: ['sunshine_duration'], kind: 'bars', min: 0 },
]
/** The lane of each element of the meteogram; the others have separate charts. */
const METEOGRAM_LANES = {
  temperature: 'temperature',
  feels_like_temperature: 'temperature',
  precipitation: 'precipitation',
  rain: 'precipitation',
  wind_speed: 'wind',
  wind_gust: 'wind',
  wind_direction: 'wind',
  wind_direction_degree: 'wind',
  cloud_cover: 'cloud',
  pressure: 'pressure',
} as const
export type MeteogramLane = (typeof METEOGRAM_LANES)[keyof typeof METEOGRAM_LANES]

const isInMeteogram = (name: string): name is keyof typeof METEOGRAM_LANES => Object.hasOwn(METEOGRAM_LANES, name)

export interface MeteogramPlan extends ChartPlan {
  lane: MeteogramLane
}

export function forMeteogram(elements: readonly ForecastElement[]) {
  return {
    shown: arrangeCharts(elements.filter(({ name }) => isInMeteogram(name))).flatMap((plan): MeteogramPlan[] => {
      const name = plan.elements.map((element) => element.name).find(isInMeteogram)
      return name === undefined ? [] : [{ ...plan, lane: METEOGRAM_LANES[name] }]
    }),
    others: elements.filter(({ name }) => !isInMeteogram(name)),
  }
}

const DIRECTIONS = ['wind_direction', 'wind_direction_degree']
const WIND = /^wind_speed/
const SOIL = /^soil_moisture/

/** Charts for the elements of a response: known ones grouped, each other one separately. */
export function arrangeCharts(elements: readonly ForecastElement[]): ChartPlan[] {
  const left = new Map(elements.map((element) => [element.name, element]))
  const soil = { names: elements.flatMap(({ name }) => (SOIL.test(name) ? [name] : [])), kind: 'line' as const }
  const known = [...TOGETHER, soil].map(({ names, ...plan }): ChartPlan => {
    const found = names.flatMap((name) => left.get(name) ?? [])
    for (const { name } of found) left.delete(name)
    return { elements: found, ...plan }
  })
  const wind = known.find((plan) => plan.elements.some(({ name }) => WIND.test(name)))
  for (const name of DIRECTIONS) {
    const directions = left.get(name)
    if (!directions || !wind || wind.directions) continue
    wind.directions = directions
    left.delete(name)
  }
  const others = [...left.values()].map((element): ChartPlan => ({ elements: [element], kind: 'line' }))
  return [...known.filter((plan) => plan.elements.length > 0), ...others]
}
