import type { StandardQuery } from '../../../contract/standard-queries.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import type { Fields } from '../fields/fields.ts'
import { selectElements } from '../weather-answer.ts'
import { formatInZone, localDays } from '../weather-time.ts'
import { DAILY_ELEMENTS, dailyValue, HOURLY_ELEMENTS, type Hour, hourlyValue } from './forecast-elements.ts'
import type { ForecastModel } from './forecast-model.ts'

/** Hourly series from the current hour on, or the problem of the requested elements. */
export function hourlyForecast(
  fields: Fields,
  model: ForecastModel,
  query: StandardQuery<'forecastHourly'>,
  ms: number,
): object | string {
  const known = HOURLY_ELEMENTS[query.dataset]
  const elements = selectElements(query.elements, Object.keys(known))
  if (typeof elements === 'string') return elements
  const firstMs = Math.floor(ms / HOUR_MS) * HOUR_MS
  const times = Array.from({ length: query.forecast_hours }, (_, i) => firstMs + i * HOUR_MS)
  const hours = expectHours(fields, model, query, ms, times)
  return {
    meta: { dataset: query.dataset, elements },
    data: {
      time: times.map((time) => formatInZone(time, query.timezone)),
      ...Object.fromEntries(elements.map((name) => [name, hours.map((hour) => hourlyValue(known[name]!, hour))])),
    },
    units: Object.fromEntries(elements.map((name) => [name, known[name]!.unit])),
  }
}

/** Daily series of local days from today on, or the problem of the requested elements. */
export function dailyForecast(
  fields: Fields,
  model: ForecastModel,
  query: StandardQuery<'forecastDaily'>,
  ms: number,
): object | string {
  const known = DAILY_ELEMENTS[query.dataset]
  const hourly = HOURLY_ELEMENTS[query.dataset]
  const elements = selectElements(query.elements, Object.keys(known))
  if (typeof elements === 'string') return elements
  const days = localDays(ms, query.timezone, query.forecast_days)
  const hoursByDay = days.map(({ startMs, endMs }) => {
    // Each hour is named by its end, so that the precipitation of a day is that which falls in it.
    const times: number[] = []
    for (let time = startMs + HOUR_MS; time <= endMs; time += HOUR_MS) times.push(time)
    return expectHours(fields, model, query, ms, times)
  })
  return {
    meta: { dataset: query.dataset, elements },
    data: {
      time: days.map(({ date }) => date),
      ...Object.fromEntries(
        elements.map((name) => {
          const element = known[name]!
          return [name, hoursByDay.map((hours) => dailyValue(element, hourly[element.from]!, hours))]
        }),
      ),
    },
    units: Object.fromEntries(elements.map((name) => [name, known[name]!.unit ?? hourly[known[name]!.from]!.unit])),
  }
}

function expectHours(
  fields: Fields,
  model: ForecastModel,
  { latitude, longitude }: { latitude: number; longitude: number },
  ms: number,
  times: number[],
): Hour[] {
  const place = fields.place(latitude, longitude)
  const run = model.latestRun(place, ms)
  return times.map((time) => ({ ms: time, place, run, weather: run.expect(time) }))
}
