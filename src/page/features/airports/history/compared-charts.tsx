import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '../../../../core/metar/report.ts'
import type { Span } from '../../../../core/time/spans.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import type { HistoryHours } from '../airport-queries.ts'
import { HistoryChartView } from './history-chart-view.tsx'
import { comparedCharts } from './history-charts.ts'
import { useHistoryEnd } from './use-airport-history.ts'

interface ComparedChartsProps {
  byAirport: ReadonlyMap<string, readonly Report[]>
  period: Span
  hours: HistoryHours
}

/** Several airports, a line each. */
export function ComparedCharts({ byAirport, period, hours }: ComparedChartsProps) {
  const { t: w } = useTranslation('airportHistory')
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
