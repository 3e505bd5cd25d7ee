import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '../../../../core/metar/report.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import type { Span } from '../../../../core/time/spans.ts'
import { zoneOffsetMinutes } from '../../../../core/util/format.ts'
import { readForecast } from '../../../../core/weather/forecast.ts'
import { BARB_ROOM_PX, paintBarbs } from '../../../airport/paint-barbs.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAirport } from '../../../live/reports/use-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import { usePage } from '../../../state/page-store.ts'
import type { Paint } from '../../../ui/chart/chart-series.ts'
import { paintHatched } from '../../../ui/chart/paint-hatched.ts'
import { Notice } from '../../../ui/notice.tsx'
import { airportForecastQuery } from '../airport-queries.ts'
import { NEAR_BIN_MS } from '../panel/near-strikes.ts'
import type { HistoryChoice } from '../panel/shown-reports.ts'
import type { NearStrikesState } from '../panel/use-near-strikes.ts'
import { weatherText } from '../panel/weather-words.ts'
import { HistoryChartView } from './history-chart-view.tsx'
import { airportCharts } from './history-charts.ts'
import styles from './report-history.module.css'
import { useHistoryEnd } from './use-airport-history.ts'
import { WEATHER_ROWS, type WeatherBar, type WeatherRow, weatherBars } from './weather-bars.ts'

const WEATHER_COLOURS: Record<WeatherRow, string> = {
  thunder: 'var(--warn)',
  snow: 'var(--text)',
  rain: 'var(--info)',
  fog: 'var(--text-muted)',
  dust: 'var(--category-lifr)',
}

interface HistoryChartsProps {
  icao: string
  reports: readonly Report[]
  near: NearStrikesState
  period: Span
  choice: HistoryChoice
}

/** Six rows of bars, each with room for its name. */
const ROWS_PX = 118
/** Fewer strikes than this would fill the chart as if they were many. */
const STRIKES_SCALE_MIN = 5
/** Length of the forecast after a day of reports, and after more, hours. */
const AHEAD_HOURS = { day: 24, more: 72 }

/** One airport: all values of its reports, nearby strikes, and the forecast. */
export function HistoryCharts({ icao, reports, near, period, choice }: HistoryChartsProps) {
  const { t: w } = useTranslation('airport-history')
  const { clock } = useServerConnection()
  const endMs = useHistoryEnd()
  const units = usePage((state) => state.units)
  const forecast = useForecast(icao, choice.forecast)
  const axis = useMemo(() => {
    const nowMs = Math.max(clock.now(), endMs, reports.at(-1)?.obsTimeMs ?? 0)
    const ahead = choice.hours === 24 ? AHEAD_HOURS.day : AHEAD_HOURS.more
    return { fromMs: period.fromMs, toMs: forecast.series ? nowMs + ahead * HOUR_MS : nowMs, nowMs }
  }, [clock, period, choice.hours, forecast.series, endMs, reports])
  const charts = useMemo(
    () => airportCharts(reports, forecast.series, units, (key, values) => w(key, { ...values })),
    [reports, forecast.series, units, w],
  )
  const barbs = useMemo(
    () =>
      paintBarbs(
        reports.map(({ obsTimeMs, windSpeedMps, windDirectionDeg }) => ({
          ms: obsTimeMs,
          speedMps: windSpeedMps,
          fromDeg: windDirectionDeg,
        })),
      ),
    [reports],
  )
  return (
    <>
      {forecast.problem ? <Notice tone="warn" title={w(forecast.problem)} /> : null}
      {charts.map((chart) => (
        <HistoryChartView
          key={chart.kind}
          what={w(chart.kind)}
          hours={choice.hours}
          axis={axis}
          {...chart}
          {...(chart.kind === 'wind' ? { paint: barbs, roomAbove: BARB_ROOM_PX } : {})}
        />
      ))}
      {charts.some(({ kind }) => kind === 'ceiling') ? null : <p className={styles.note}>{w('noCeiling')}</p>}
      <WeatherChart reports={reports} hours={choice.hours} axis={axis} />
      <StrikesChart near={near} hours={choice.hours} axis={axis} />
    </>
  )
}

function useForecast(icao: string, wanted: boolean) {
  const { api } = useServerConnection()
  const { zone } = useFormat()
  const airport = useAirport(icao)
  const query = useQuery({
    ...airportForecastQuery(api, airport ?? { lat: 0, lon: 0 }, zone),
    enabled: wanted && airport !== undefined,
  })
  const answer = wanted ? query.data : undefined
  const series = useMemo(() => {
    if (answer?.kind !== 'data') return null
    return readForecast(answer.data, zoneOffsetMinutes(Date.parse(`${answer.data.data.time[0]}`) || 0, zone))
  }, [answer, zone])
  const problem = !wanted ? null : query.isError ? 'forecastFailed' : answer?.kind === 'none' ? 'noForecast' : null
  return { series, problem } as const
}

interface PartProps {
  hours: HistoryChoice['hours']
  axis: { fromMs: number; toMs: number; nowMs: number }
}

/** Rows of bars by kind of weather, and a tick for each special report. */
function WeatherChart({ reports, ...part }: PartProps & { reports: readonly Report[] }) {
  const { t } = useTranslation('airports')
  const { t: w } = useTranslation('airport-history')
  const { nowMs } = part.axis
  const paint = useMemo(() => {
    const specis = reports.filter(({ isSpeci }) => isSpeci).map(({ obsTimeMs }) => obsTimeMs)
    const names = [...WEATHER_ROWS.map((row) => w(`row.${row}`)), w('speci')]
    return paintWeather(weatherBars(reports, nowMs), specis, names)
  }, [reports, nowMs, w])
  const timesMs = useMemo(() => reports.map(({ obsTimeMs }) => obsTimeMs), [reports])
  const readout = useMemo(
    () => (index: number) => {
      const report = reports[index]
      if (!report) return []
      const words = report.weather.map((code) => weatherText(code, t))
      return [...(report.isSpeci ? [w('speci')] : []), ...(words.length > 0 ? words : [w('noWeather')])]
    },
    [reports, t, w],
  )
  return (
    <HistoryChartView
      what={w('weather')}
      timesMs={timesMs}
      series={[]}
      height={ROWS_PX}
      heading={w('weather')}
      paint={paint}
      readout={readout}
      {...part}
    />
  )
}

function StrikesChart({ near, ...part }: PartProps & { near: NearStrikesState }) {
  const { t: w } = useTranslation('airport-history')
  const strikes = near.kind === 'ready' ? near.strikes : null
  const timesMs = useMemo(
    () => strikes?.counts.map((_, i) => strikes.fromMs + (i + 0.5) * NEAR_BIN_MS) ?? [],
    [strikes],
  )
  const series = useMemo(
    () => [
      {
        label: w('strikes'),
        unit: w('strikesUnit'),
        values: strikes?.counts ?? [],
        colour: 'var(--warn)',
        kind: 'bars' as const,
        digits: 0,
      },
    ],
    [strikes, w],
  )
  const most = Math.max(STRIKES_SCALE_MIN, ...(strikes?.counts ?? []).map((count) => (count ?? 0) * 1.1))
  const paint = useMemo(() => paintHatched(strikes?.notObserved ?? []), [strikes])
  if (near.kind === 'not-kept') return null
  if (near.kind !== 'ready') {
    return <p className={styles.note}>{w(near.kind === 'failed' ? 'strikesFailed' : 'strikesLoading')}</p>
  }
  return (
    <>
      <HistoryChartView
        what={w('strikes')}
        timesMs={timesMs}
        series={series}
        min={0}
        max={most}
        paint={paint}
        {...part}
      />
      {near.strikes.notObserved.length > 0 ? <p className={styles.note}>{w('strikesMissing')}</p> : null}
      {near.keptHours ? <p className={styles.note}>{w('strikesKept', { hours: near.keptHours })}</p> : null}
    </>
  )
}

function paintWeather(bars: readonly WeatherBar[], specis: readonly number[], names: readonly string[]): Paint {
  return ({ pen, top, left, width, height, x, colour }) => {
    const rowPx = height / (WEATHER_ROWS.length + 1)
    const within = (ms: number) => Math.max(left, Math.min(left + width, x(ms)))
    pen.font = `10px ${MAP_FONTS}`
    pen.textAlign = 'right'
    pen.textBaseline = 'middle'
    pen.fillStyle = colour('var(--text-muted)')
    for (const [i, name] of names.entries()) pen.fillText(name, left - 5, top + (i + 0.5) * rowPx)
    for (const { row, fromMs, toMs } of bars) {
      const from = within(fromMs)
      const to = within(toMs)
      if (to <= left || from >= left + width) continue
      pen.fillStyle = colour(WEATHER_COLOURS[row])
      pen.fillRect(from, top + WEATHER_ROWS.indexOf(row) * rowPx + 2, Math.max(2, to - from), rowPx - 4)
    }
    pen.fillStyle = colour('var(--bad)')
    for (const ms of specis) {
      const at = x(ms)
      if (at >= left && at <= left + width) pen.fillRect(at - 1, top + WEATHER_ROWS.length * rowPx + 1, 2, rowPx - 2)
    }
  }
}
