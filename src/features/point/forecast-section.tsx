import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../client/contract-api.ts'
import type { Forecast, ForecastDataset } from '../../contract/standard.ts'
import { readForecast } from '../../core/forecast.ts'
import { clockText, dateText, zoneOffsetMinutes } from '../../core/format.ts'
import type { LatLon } from '../../core/geo.ts'
import { AnswerAge } from '../../shell/answer-age.tsx'
import { AskFailed } from '../../shell/ask-failed.tsx'
import { useContract } from '../../shell/contract-context.ts'
import { useFormat } from '../../shell/format.ts'
import { Chart, type ChartSeries } from '../../ui/chart.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { arrangeCharts, type ChartPlan } from './arrange-charts.ts'
import { DAYS_SHOWN, dailyAt, HOURS_SHOWN, hourlyAt } from './point-queries.ts'

interface ForecastSectionProps {
  at: LatLon
  dataset: ForecastDataset
  step: 'hourly' | 'daily'
}

export function ForecastSection({ at, dataset, step }: ForecastSectionProps) {
  const { t } = useTranslation('point')
  const { api } = useContract()
  const { zone, zoneName } = useFormat()
  const hourly = useQuery({ ...hourlyAt(api, { at, dataset, zone }), enabled: step === 'hourly' })
  const daily = useQuery({ ...dailyAt(api, { at, dataset, zone }), enabled: step === 'daily' })
  const query = step === 'hourly' ? hourly : daily
  const answer: Answer<Forecast> | undefined = query.data
  const title = step === 'hourly' ? t('hourly', { hours: HOURS_SHOWN }) : t('daily', { days: DAYS_SHOWN })
  return (
    <Section
      title={title}
      note={answer?.kind === 'data' ? <AnswerAge asOfMs={answer.asOfMs} stale={answer.stale} /> : null}
    >
      {query.isPending ? <Loading label={t('loading')} lines={8} /> : null}
      {query.isError ? <AskFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {answer?.kind === 'none' ? <Notice title={t('noForecast')} /> : null}
      {answer?.kind === 'data' ? (
        <Charts
          forecast={answer.data}
          step={step}
          zone={zone}
          period={step === 'daily' ? t('days', { zone: zoneName }) : title}
        />
      ) : null}
    </Section>
  )
}

interface ChartsProps {
  forecast: Forecast
  step: 'hourly' | 'daily'
  zone: string
  period: string
}

function Charts({ forecast, step, zone, period }: ChartsProps) {
  const { t } = useTranslation('point')
  const { zoneName } = useFormat()
  const { timesMs, charts } = useMemo(() => {
    const series = readForecast(forecast, zoneOffsetMinutes(Date.parse(`${forecast.data.time[0]}`) || 0, zone))
    return { timesMs: series.timesMs, charts: arrangeCharts(series.elements) }
  }, [forecast, zone])
  const timeText = useCallback(
    (ms: number, full: boolean) => {
      const day = dateText(ms, zone).slice(5)
      if (step === 'daily') return full ? `${day} (${zoneName})` : day
      return full ? `${day} ${clockText(ms, zone)} ${zoneName}` : tick(ms, zone)
    },
    [zone, zoneName, step],
  )
  if (charts.length === 0) return <Notice title={t('noForecast')} />
  return charts.map((plan) => (
    <ForecastChart
      key={plan.elements.map(({ name }) => name).join()}
      {...{ plan, timesMs, timeText, zone, period, syncKey: `point-${step}` }}
    />
  ))
}

/** At midnight the date says more than the hour. */
function tick(ms: number, zone: string): string {
  const text = clockText(ms, zone)
  return text === '00:00' ? dateText(ms, zone).slice(5) : text
}

interface ForecastChartProps {
  plan: ChartPlan
  timesMs: number[]
  timeText(ms: number, full: boolean): string
  zone: string
  period: string
  syncKey: string
}

const COLOURS = ['var(--accent)', 'var(--warn)', 'var(--good)']

function ForecastChart({ plan, timesMs, timeText, zone, period, syncKey }: ForecastChartProps) {
  const { t } = useTranslation('point')
  const { elements, kind, min, max } = plan
  const series = useMemo(
    () =>
      elements.map(
        ({ name, unit, values }, i): ChartSeries => ({
          label: t(`element.${name}`, { defaultValue: name.replaceAll('_', ' ') }),
          unit,
          values,
          colour: COLOURS[i % COLOURS.length]!,
          ...(kind ? { kind } : {}),
        }),
      ),
    [elements, kind, t],
  )
  return (
    <Chart
      label={t('chart', { element: series.map(({ label }) => label).join(', '), period })}
      timesMs={timesMs}
      series={series}
      height={92}
      timeText={timeText}
      zone={zone}
      syncKey={syncKey}
      loadingLabel={t('loadingChart')}
      min={min}
      max={max}
    />
  )
}
