import type { Report } from '../../../../core/metar/report.ts'
import { knots } from '../../../../core/util/units.ts'
import type { ForecastSeries } from '../../../../core/weather/forecast.ts'
import type { UnitSystem } from '../../../state/choices.ts'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { type HistorySeries, historySeries } from './history-series.ts'

export type ChartKind = 'wind' | 'visibility' | 'ceiling' | 'temperature' | 'qnh'

export interface HistoryChart {
  kind: ChartKind
  timesMs: number[]
  series: ChartSeries[]
  min?: number
  max?: number
}

type Values = (number | null | undefined)[]
type Words = (key: string, values?: { what: string }) => string

/** Columns of one origin: reports of an airport, or a forecast. */
interface Part {
  timesMs: readonly number[]
  columns: readonly { values: readonly (number | null)[]; as: Omit<ChartSeries, 'values'> }[]
}

/** The reports of an airport, optionally with its forecast. A chart without values is omitted. */
export function airportCharts(
  reports: readonly Report[],
  forecast: ForecastSeries | null,
  units: UnitSystem,
  w: Words,
): HistoryChart[] {
  const rows = historySeries(reports, units)
  const { speed, height, pressure } = unitsOf(units)
  const own = (...columns: (Part['columns'][number] | null)[]): Part => ({
    timesMs: rows.timesMs,
    columns: columns.filter((column) => column !== null),
  })
  const ahead = (names: Record<string, Omit<ChartSeries, 'values' | 'unit'>>): Part =>
    forecastPart(forecast, names, units)
  const predicted = (what: string, colour: string) => ({
    label: w('forecast', { what: w(what) }),
    colour,
    stroke: 'dashed' as const,
  })

  return charts([
    [
      'wind',
      { min: 0 },
      own(
        { values: rows.wind, as: { label: w('wind'), ...speed, colour: 'var(--info)', kind: 'area' } },
        rows.hasGust
          ? { values: rows.gust, as: { label: w('gust'), ...speed, colour: 'var(--warn)', kind: 'points' } }
          : null,
      ),
      ahead({ wind_speed: predicted('wind', 'var(--info)'), wind_gust: predicted('gust', 'var(--warn)') }),
    ],
    [
      'visibility',
      { min: 0, max: 10 },
      own({
        values: rows.visibilityKm,
        as: { label: w('visibility'), unit: 'km', colour: 'var(--good)', kind: 'area' },
      }),
      ahead({ visibility: predicted('visibility', 'var(--good)') }),
    ],
    [
      'ceiling',
      { min: 0 },
      own({
        values: rows.ceiling,
        as: { label: w('ceiling'), ...height, colour: 'var(--category-lifr)', kind: 'points' },
      }),
    ],
    [
      'temperature',
      {},
      own(
        { values: rows.temperatureC, as: { label: w('temperature'), unit: '°C', colour: 'var(--bad)' } },
        { values: rows.dewPointC, as: { label: w('dewPoint'), unit: '°C', colour: 'var(--info)' } },
      ),
      ahead({ temperature: predicted('temperature', 'var(--bad)'), dew_point: predicted('dewPoint', 'var(--info)') }),
    ],
    ['qnh', {}, own({ values: rows.qnh, as: { label: w('qnh'), ...pressure, colour: 'var(--text-muted)' } })],
  ])
}

/**
 * Lines of several airports: five colours that are distinguishable with colour vision deficiency, each with its own
 * dash.
 */
export const COMPARED_COLOURS = ['var(--info)', 'var(--warn)', 'var(--good)', 'var(--category-lifr)', 'var(--text)']

/** The same quantities of several airports, a line each. */
export function comparedCharts(byAirport: ReadonlyMap<string, readonly Report[]>, units: UnitSystem): HistoryChart[] {
  const { speed, height, pressure } = unitsOf(units)
  const airports = [...byAirport].map(([icao, reports]) => ({ icao, rows: historySeries(reports, units) }))
  const each = (
    column: (rows: HistorySeries) => readonly (number | null)[],
    as: Pick<ChartSeries, 'unit' | 'digits' | 'kind'>,
  ) =>
    airports.map(
      ({ icao, rows }, i): Part => ({
        timesMs: rows.timesMs,
        columns: [
          { values: column(rows), as: { ...as, label: icao, colour: COMPARED_COLOURS[i % COMPARED_COLOURS.length]! } },
        ],
      }),
    )
  return charts([
    ['wind', { min: 0 }, ...each((rows) => rows.wind, speed)],
    ['visibility', { min: 0, max: 10 }, ...each((rows) => rows.visibilityKm, { unit: 'km' })],
    ['ceiling', { min: 0 }, ...each((rows) => rows.ceiling, { ...height, kind: 'points' })],
    ['temperature', {}, ...each((rows) => rows.temperatureC, { unit: '°C' })],
    ['qnh', {}, ...each((rows) => rows.qnh, pressure)],
  ])
}

function charts(plans: [ChartKind, Pick<HistoryChart, 'min' | 'max'>, ...Part[]][]): HistoryChart[] {
  return plans.flatMap(([kind, ends, ...parts]) => {
    const filled = parts.filter(({ columns }) => columns.some(({ values }) => values.some((value) => value !== null)))
    return filled.length > 0 ? [{ kind, ...ends, ...joined(filled) }] : []
  })
}

/** Puts columns of several lists of times over one; a time of the others is undefined, which breaks no line. */
function joined(parts: readonly Part[]): Pick<HistoryChart, 'timesMs' | 'series'> {
  const timesMs = [...new Set(parts.flatMap((part) => [...part.timesMs]))].sort((a, b) => a - b)
  const placeOf = new Map(timesMs.map((ms, place) => [ms, place]))
  const series = parts.flatMap((part) =>
    part.columns.map(({ values, as }): ChartSeries => {
      const all: Values = new Array(timesMs.length).fill(undefined)
      part.timesMs.forEach((ms, i) => {
        all[placeOf.get(ms)!] = values[i]
      })
      return { ...as, values: all }
    }),
  )
  return { timesMs, series }
}

function forecastPart(
  forecast: ForecastSeries | null,
  names: Record<string, Omit<ChartSeries, 'values' | 'unit'>>,
  units: UnitSystem,
): Part {
  const columns = (forecast?.elements ?? []).flatMap(({ name, unit, values }) => {
    const as = names[name]
    if (!as) return []
    if (unit === 'm/s' && units === 'aviation') {
      return [
        { values: values.map((value) => (value === null ? null : knots(value))), as: { ...as, unit: 'kt', digits: 0 } },
      ]
    }
    if (name === 'visibility' && unit === 'm') {
      return [
        {
          values: values.map((value) => (value === null ? null : Math.min(10, value / 1000))),
          as: { ...as, unit: 'km' },
        },
      ]
    }
    return [{ values, as: { ...as, unit } }]
  })
  return { timesMs: forecast?.timesMs ?? [], columns }
}

function unitsOf(units: UnitSystem) {
  const aviation = units === 'aviation'
  return {
    speed: { unit: aviation ? 'kt' : 'm/s', digits: aviation ? 0 : 1 },
    height: { unit: aviation ? 'ft' : 'm', digits: 0 },
    pressure: { unit: aviation ? 'inHg' : 'hPa', digits: aviation ? 2 : 0 },
  }
}
