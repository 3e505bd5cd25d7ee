import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '../../core/report.ts'
import type { Span } from '../../core/spans.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useShell } from '../../shell/shell-store.ts'
import type { HistoryHours } from './airport-queries.ts'
import { HistoryChartView } from './history-chart-view.tsx'
import { comparedCharts } from './history-charts.ts'

interface ComparedChartsProps {
  byAirport: ReadonlyMap<string, readonly Report[]>
  period: Span
  hours: HistoryHours
}

/** Several airports, a line each. */
export function ComparedCharts({ byAirport, period, hours }: ComparedChartsProps) {
  const { t: w } = useTranslation('airportHistory')
  const { clock } = useContract()
  const units = useShell((state) => state.units)
  const charts = useMemo(() => comparedCharts(byAirport, units), [byAirport, units])
  const axis = useMemo(() => {
    const nowMs = clock.now()
    return { fromMs: period.fromMs, toMs: nowMs, nowMs }
  }, [clock, period])
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
