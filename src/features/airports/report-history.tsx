import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ContractError } from '../../client/contract-api.ts'
import { clockText } from '../../core/format.ts'
import type { Report } from '../../core/report.ts'
import { useFormat } from '../../shell/format.ts'
import { type UnitSystem, useShell } from '../../shell/shell-store.ts'
import { Chart, type ChartSeries } from '../../ui/chart.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { historySeries } from './history-series.ts'
import styles from './report-history.module.css'
import type { AirportT } from './row-words.ts'
import type { AirportHistory } from './use-airport-history.ts'

const SYNC_KEY = 'airport-history'

/** The last 24 h of an airport as charts, and its reports as they came. */
export function ReportHistory({ icao, history }: { icao: string; history: AirportHistory }) {
  const { t } = useTranslation('airports')
  return (
    <Section title={t('history.title')} note={t('history.note')}>
      <Content icao={icao} history={history} />
    </Section>
  )
}

function Content({ icao, history }: { icao: string; history: AirportHistory }) {
  const { t } = useTranslation('airports')
  if (history.kind === 'loading') return <Loading label={t('history.loading')} lines={16} />
  if (history.kind === 'failed') {
    return (
      <Notice
        tone="bad"
        title={t('history.error.title')}
        detail={errorText(history.error, t)}
        action={{ label: t('history.retry'), onClick: history.retry }}
      />
    )
  }
  if (history.reports.length === 0) {
    return <Notice title={t('history.none')} detail={t('history.noneDetail', { icao })} />
  }
  return (
    <>
      <Charts reports={history.reports} />
      <Reports reports={history.reports} />
    </>
  )
}

function errorText(error: Error, t: AirportT): string {
  const { message } = error
  return error instanceof ContractError
    ? t(`history.error.${error.reason}`, { message })
    : t('history.error.other', { message })
}

interface ChartPlan {
  what: string
  series: ChartSeries[]
  min?: number
  max?: number
}

function Charts({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('airports')
  const { utcTime, zoneTime } = useFormat()
  const units = useShell((state) => state.units)
  const { timesMs, plans, hasCeiling } = useMemo(() => planCharts(reports, units, t), [reports, units, t])
  const timeText = useMemo(
    () => (ms: number, full: boolean) => (full ? `${utcTime(ms)} · ${zoneTime(ms)}` : clockText(ms, 'UTC')),
    [utcTime, zoneTime],
  )
  return (
    <>
      {plans.map(({ what, series, min, max }) => (
        <Chart
          key={what}
          label={t('history.chart', { what })}
          timesMs={timesMs}
          series={series}
          min={min}
          max={max}
          timeText={timeText}
          syncKey={SYNC_KEY}
          loadingLabel={t('history.loadingChart')}
        />
      ))}
      {hasCeiling ? null : <p className={styles.note}>{t('history.noCeiling')}</p>}
    </>
  )
}

function planCharts(reports: readonly Report[], units: UnitSystem, t: AirportT) {
  const rows = historySeries(reports, units)
  const aviation = units === 'aviation'
  const speed = aviation ? 'kt' : 'm/s'
  const speedDigits = aviation ? 0 : 1
  const wind: ChartSeries[] = [
    {
      label: t('history.wind'),
      unit: speed,
      values: rows.wind,
      colour: 'var(--info)',
      kind: 'area',
      digits: speedDigits,
    },
  ]
  if (rows.hasGust) {
    wind.push({
      label: t('history.gust'),
      unit: speed,
      values: rows.gust,
      colour: 'var(--warn)',
      kind: 'points',
      digits: speedDigits,
    })
  }
  if (rows.hasSpeci) {
    wind.push({
      label: t('history.speci'),
      unit: speed,
      values: rows.speci,
      colour: 'var(--bad)',
      kind: 'points',
      digits: speedDigits,
    })
  }
  const plans: ChartPlan[] = [
    { what: t('history.wind'), series: wind, min: 0 },
    {
      what: t('history.visibility'),
      series: [
        { label: t('history.visibility'), unit: 'km', values: rows.visibilityKm, colour: 'var(--good)', kind: 'area' },
      ],
      min: 0,
      max: 10,
    },
    {
      what: t('history.temperature'),
      series: [
        { label: t('history.temperature'), unit: '°C', values: rows.temperatureC, colour: 'var(--bad)' },
        { label: t('history.dewPoint'), unit: '°C', values: rows.dewPointC, colour: 'var(--info)', dashed: true },
      ],
    },
    {
      what: t('history.qnh'),
      series: [
        {
          label: t('history.qnh'),
          unit: aviation ? 'inHg' : 'hPa',
          values: rows.qnh,
          colour: 'var(--text-muted)',
          digits: aviation ? 2 : 0,
        },
      ],
    },
  ]
  if (rows.hasCeiling) {
    plans.splice(2, 0, {
      what: t('history.ceiling'),
      series: [
        {
          label: t('history.ceiling'),
          unit: aviation ? 'ft' : 'm',
          values: rows.ceiling,
          colour: 'var(--category-lifr)',
          digits: 0,
        },
      ],
      min: 0,
    })
  }
  return { timesMs: rows.timesMs, plans, hasCeiling: rows.hasCeiling }
}

function Reports({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('airports')
  return (
    <details className={styles.reports}>
      <summary>{t('history.reports', { count: reports.length })}</summary>
      <ol>
        {reports.toReversed().map((report) => (
          <li
            key={`${report.obsTimeMs}/${report.raw}`}
            className={styles.report}
            data-speci={report.isSpeci || undefined}
          >
            {report.raw}
          </li>
        ))}
      </ol>
    </details>
  )
}
