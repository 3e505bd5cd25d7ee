import type { Forecast } from '../../contract/standard.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { plausibleValue } from './plausible.ts'

export interface ForecastElement {
  name: string
  /** As stated by the service, else as documented for the name, else empty. */
  unit: string
  values: (number | null)[]
}

export interface ForecastSeries {
  /** Unix ms; of a daily series the start of the day in the requested zone. */
  timesMs: number[]
  elements: ForecastElement[]
}

/** Units documented by element name (SS §2.2, §2.5); the document has no complete list. */
const UNITS: [RegExp, string][] = [
  [/temperature/, '°C'],
  [/humidity|probability|cloud/, '%'],
  [/pressure/, 'hPa'],
  [/wind_(speed|gust)/, 'm/s'],
  [/direction/, '°'],
  [/precipitation|rain/, 'mm'],
]

const UNIT_TEXT = new Map([
  ['degC', '°C'],
  ['deg', '°'],
  ['percent', '%'],
  ['W/m2', 'W/m²'],
  ['MJ/m2', 'MJ/m²'],
  ['m3/m3', 'm³/m³'],
])

/** The unit stated for a name, which may be any text, also one inherited by every object. */
export function statedUnit(units: Forecast['units'], name: string): string | null {
  return units && Object.hasOwn(units, name) ? units[name]! : null
}

/** A unit in common notation. */
export const unitText = (stated: string): string => UNIT_TEXT.get(stated) ?? stated

/**
 * Reads a series with its known and unknown elements: arrays of numbers as long as `time`. Times without an offset and
 * dates are in the requested zone, `offsetMinutes` from UTC. An unreadable or repeated time drops its column.
 */
export function readForecast(forecast: Forecast, offsetMinutes: number): ForecastSeries {
  const { time, ...rest } = forecast.data
  const times = time.map((text) => parseInstantMs(text, offsetMinutes))
  const columns = times
    .flatMap((ms, column) => (ms !== null && times.indexOf(ms) === column ? [column] : []))
    .sort((a, b) => times[a]! - times[b]!)
  const elements = Object.entries(rest).flatMap(([name, list]) => {
    if (!Array.isArray(list) || list.length !== time.length) return []
    const values = columns.map((column) => plausibleValue(name, list[column]))
    return values.some((value) => value !== null)
      ? [{ name, unit: unitOf(name, statedUnit(forecast.units, name)), values }]
      : []
  })
  return { timesMs: columns.map((column) => times[column]!), elements }
}

function unitOf(name: string, stated: string | null | undefined): string {
  if (stated) return unitText(stated)
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? ''
}

/** Inserts an empty column at each time gap, so that lines break there. */
export function withHoles({ timesMs, elements }: ForecastSeries): ForecastSeries {
  const steps = timesMs.slice(1).map((ms, i) => ms - timesMs[i]!)
  const stepMs = Math.min(...steps)
  const columns = timesMs.flatMap((ms, column) => {
    const isHoleNext = (steps[column] ?? 0) > 1.5 * stepMs
    return isHoleNext
      ? [
          { ms, column },
          { ms: ms + stepMs, column: -1 },
        ]
      : [{ ms, column }]
  })
  return {
    timesMs: columns.map(({ ms }) => ms),
    elements: elements.map((element) => ({
      ...element,
      values: columns.map(({ column }) => element.values[column] ?? null),
    })),
  }
}

export function firstOf({ timesMs, elements }: ForecastSeries, steps: number): ForecastSeries {
  return {
    timesMs: timesMs.slice(0, steps),
    elements: elements.map((element) => ({ ...element, values: element.values.slice(0, steps) })),
  }
}
