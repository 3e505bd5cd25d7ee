import type { ForecastElement } from '../../core/forecast.ts'
import type { ChartSeries } from '../../ui/chart.tsx'

export interface ChartPlan {
  elements: ForecastElement[]
  kind: ChartSeries['kind']
  /** Ends of the axis, where the values have ends of their own. */
  min?: number
  max?: number
}

/** Elements that are read together, in the order a forecaster looks at them. */
const TOGETHER: { names: string[]; kind: ChartSeries['kind']; min?: number; max?: number }[] = [
  { names: ['temperature', 'feels_like_temperature', 'dew_point'], kind: 'line' },
  { names: ['temperature_max', 'temperature_min'], kind: 'line' },
  { names: ['precipitation', 'rain'], kind: 'bars', min: 0 },
  { names: ['wind_speed', 'wind_gust', 'wind_speed_max'], kind: 'line', min: 0 },
  { names: ['wind_direction', 'wind_direction_degree'], kind: 'points', min: 0, max: 360 },
  { names: ['humidity', 'humidity_max', 'humidity_min'], kind: 'line', min: 0, max: 100 },
  { names: ['pressure'], kind: 'line' },
]

/** Charts for whatever elements an answer holds: those we know grouped, every other one in a chart of its own. */
export function arrangeCharts(elements: readonly ForecastElement[]): ChartPlan[] {
  const left = new Map(elements.map((element) => [element.name, element]))
  const known = TOGETHER.map(({ names, ...plan }) => {
    const found = names.flatMap((name) => left.get(name) ?? [])
    for (const { name } of found) left.delete(name)
    return { elements: found, ...plan }
  })
  const others = [...left.values()].map((element): ChartPlan => ({ elements: [element], kind: 'line' }))
  return [...known.filter((plan) => plan.elements.length > 0), ...others]
}
