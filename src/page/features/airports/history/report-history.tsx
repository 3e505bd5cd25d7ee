import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '../../../../core/metar/report.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import type { Span } from '../../../../core/time/spans.ts'
import { RequestFailed } from '../../../desk/request-failed.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import type { ReportStore } from '../../../live/reports/report-store.ts'
import { useAirport, useReceivedReports } from '../../../live/reports/use-reports.ts'
import { useLive, useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { HISTORY_HOURS, type HistoryHours, historyPeriod } from '../airport-queries.ts'
import { CHOICE_DEFAULT, type HistoryChoice, shownReports } from '../panel/shown-reports.ts'
import { useNearStrikes } from '../panel/use-near-strikes.ts'
import { CompareAirports } from './compare-airports.tsx'
import { HistoryChartView } from './history-chart-view.tsx'
import { comparedCharts } from './history-charts.ts'
import { HistoryCharts } from './history-charts-view.tsx'
import { HistoryTable } from './history-table.tsx'
import styles from './report-history.module.css'
import { useHistoryEnd, useReportPeriod } from './use-airport-history.ts'

addWords(import.meta.glob('../../../../locales/*/airport-history.json', { eager: true, import: 'default' }))

interface HistoryChoicesProps {
  choice: HistoryChoice
  onChange(change: Partial<HistoryChoice>): void
}

interface ComparedChartsProps {
  byAirport: ReadonlyMap<string, readonly Report[]>
  period: Span
  hours: HistoryHours
}

/** Hours and days of an airport, or of up to five side by side: charts on one axis of time, a table, and the texts. */
export default function ReportHistory({ icao, endMs }: { icao: string; endMs: number }) {
  const { t: w } = useTranslation('airport-history')
  const { utcDateTime } = useFormat()
  const [choice, setChoice] = useState<HistoryChoice>(CHOICE_DEFAULT)
  const [others, setOthers] = useState<readonly string[]>([])
  const { reports } = useLive()
  const airport = useAirport(icao)
  const icaos = useMemo(() => [icao, ...others], [icao, others])
  const period = useMemo(() => {
    const airports = [airport, ...others.map((code) => reports.airport(code))]
    return historyPeriod(
      endMs,
      choice.hours,
      airports.filter((each) => each !== undefined),
    )
  }, [endMs, choice.hours, airport, others, reports])
  const isShorter = endMs - period.fromMs < choice.hours * HOUR_MS
  return (
    <Section title={w(`title.${choice.hours}`)} note={w('note')}>
      <HistoryChoices choice={choice} onChange={(change) => setChoice({ ...choice, ...change })} />
      {isShorter ? <p className={styles.note}>{w('since', { time: utcDateTime(period.fromMs) })}</p> : null}
      <CompareAirports icao={icao} compared={others} onCompare={setOthers} />
      <Content icaos={icaos} period={period} choice={choice} />
    </Section>
  )
}

interface ContentProps {
  icaos: readonly string[]
  period: { fromMs: number; toMs: number }
  choice: HistoryChoice
}

function Content({ icaos, period, choice }: ContentProps) {
  const { t: w } = useTranslation('airport-history')
  const icao = icaos[0]!
  const { reports } = useLive()
  const history = useReportPeriod(icaos, period)
  const received = useReceivedReports(icao)
  const near = useNearStrikes(icao, period)
  const { byAirport, listed, count } = useMemo(() => {
    const past = history.kind === 'ready' ? history.reports : []
    return arrange({ icaos, past, received, reports }, period.fromMs, choice)
  }, [icaos, history, received, reports, period.fromMs, choice])
  const names = icaos.join(', ')

  if (history.kind === 'loading') {
    return (
      <>
        <p className={styles.note}>{w('loading')}</p>
        <Loading label={w('loading')} lines={16} />
      </>
    )
  }
  if (history.kind === 'failed') return <RequestFailed error={history.error} onRetry={history.retry} />
  if (listed.length === 0) {
    return count === 0 ? (
      <Notice title={w('none')} detail={w('noneDetail', { airports: names })} />
    ) : (
      <Notice title={w('noneChosen')} detail={w('noneChosenDetail', { count })} />
    )
  }
  return (
    <>
      {icaos.length > 1 ? (
        <ComparedCharts byAirport={byAirport} period={period} hours={choice.hours} />
      ) : (
        <HistoryCharts icao={icao} reports={byAirport.get(icao) ?? []} near={near} period={period} choice={choice} />
      )}
      <HistoryTable icaos={icaos} reports={listed} strikes={near.kind === 'ready' ? near.strikes : null} />
    </>
  )
}

interface Arranged {
  icaos: readonly string[]
  past: readonly Report[]
  /** The reports of the first airport received since the page was opened. */
  received: readonly Report[]
  reports: Pick<ReportStore, 'received'>
}

function arrange({ icaos, past, received, reports }: Arranged, fromMs: number, choice: HistoryChoice) {
  const byAirport = new Map<string, readonly Report[]>()
  const listed: Report[] = []
  for (const [i, icao] of icaos.entries()) {
    const own = past.filter((report) => report.icao === icao)
    const shown = shownReports(own, i === 0 ? received : reports.received(icao), fromMs, choice)
    byAirport.set(icao, shown.standing)
    listed.push(...shown.listed)
  }
  listed.sort((a, b) => b.obsTimeMs - a.obsTimeMs)
  return { byAirport, listed, count: past.length }
}

/** Several airports, a line each. */
function ComparedCharts({ byAirport, period, hours }: ComparedChartsProps) {
  const { t: w } = useTranslation('airport-history')
  const { clock } = useServerConnection()
  const endMs = useHistoryEnd()
  const units = usePage((state) => state.units)
  const charts = useMemo(() => comparedCharts(byAirport, units), [byAirport, units])
  const axis = useMemo(() => {
    const newestMs = [...byAirport.values()].map((reports) => reports.at(-1)?.obsTimeMs ?? 0)
    const nowMs = Math.max(clock.now(), endMs, ...newestMs)
    return { fromMs: period.fromMs, toMs: nowMs, nowMs }
  }, [clock, period, endMs, byAirport])
  return charts.map((chart) => (
    <HistoryChartView
      key={chart.kind}
      what={w(chart.kind)}
      hours={hours}
      axis={axis}
      heading={w(chart.kind)}
      {...chart}
    />
  ))
}

function HistoryChoices({ choice, onChange }: HistoryChoicesProps) {
  const { t: w } = useTranslation('airport-history')
  const boxes = [
    { name: 'speci', label: w('withSpeci') },
    { name: 'auto', label: w('withAuto') },
    { name: 'originals', label: w('withOriginals') },
    { name: 'forecast', label: w('withForecast') },
  ] as const
  return (
    <div className={styles.choices}>
      <Segmented<HistoryHours>
        label={w('period')}
        value={choice.hours}
        options={HISTORY_HOURS.map((hours) => ({ value: hours, label: w(`hours.${hours}`) }))}
        onChange={(hours) => onChange({ hours })}
      />
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{w('kinds')}</legend>
        {boxes.map(({ name, label }) => (
          <label key={name} className={styles.kind}>
            <input
              type="checkbox"
              checked={choice[name]}
              onChange={(event) => onChange({ [name]: event.target.checked })}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
