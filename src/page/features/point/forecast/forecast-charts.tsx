import { useMemo } from 'react'
import { wholeMinute } from '../../../../core/time/durations.ts'
import type { ForecastSeries } from '../../../../core/weather/forecast.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import type { ChartSeries, LineStroke } from '../../../ui/chart/chart-series.ts'
import { inChosenUnits } from '../panel/chosen-units.ts'
import styles from '../panel/point-panel.module.css'
import { useElementName } from '../panel/use-element-name.ts'
import { usePointWords } from '../panel/use-point-words.ts'
import { AMOUNT_AXIS_MIN, amountText } from './amount-text.ts'
import { arrangeCharts, type ChartPlan } from './arrange-charts.ts'
import type { ForecastStep } from './forecast-times.ts'
import { useTimeText } from './use-time-text.ts'
import { WindBarbs } from './wind-barbs.tsx'

export interface ForecastChartsProps {
  series: ForecastSeries
  step: ForecastStep
  zone: string
  period: string
}

export function ForecastCharts({ series, step, zone, period }: ForecastChartsProps) {
  const plans = useMemo(() => arrangeCharts(series.elements), [series])
  const timeText = useTimeText(step, zone)
  return plans.map((plan) => (
    <ForecastChart
      key={plan.elements.map(({ name }) => name).join()}
      plan={plan}
      timesMs={series.timesMs}
      timeText={timeText}
      zone={zone}
      period={period}
      syncKey={`point-${step}`}
    />
  ))
}

interface ForecastChartProps {
  plan: ChartPlan
  timesMs: number[]
  timeText(ms: number, full: boolean): string
  zone: string
  period: string
  syncKey: string
}

/** One more than there are colours, so that a second round differs from the first. */
const STROKES: LineStroke[] = ['solid', 'dashed', 'dotted', 'dash-dotted', 'long-dashed']
const COLOURS = ['var(--accent)', 'var(--warn)', 'var(--good)', 'var(--bad)']

function ForecastChart({ plan, timesMs, timeText, zone, period, syncKey }: ForecastChartProps) {
  const t = usePointWords()
  const nameOf = useElementName()
  const units = usePage((state) => state.units)
  const nowMs = useOfNow(wholeMinute)
  const { elements, kind, min, max, amounts, directions } = plan
  const shown = useMemo(() => elements.map((element) => inChosenUnits(element, units)), [elements, units])
  const series = useMemo(
    () =>
      shown.map(
        ({ name, unit, values, digits }, i): ChartSeries => ({
          label: nameOf(name),
          unit,
          values,
          digits,
          colour: COLOURS[i % COLOURS.length]!,
          ...(kind ? { kind } : {}),
          stroke: STROKES[i % STROKES.length]!,
        }),
      ),
    [shown, kind, nameOf],
  )
  const highest = Math.max(0, ...shown.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const label = t('chart', { element: series.map((each) => each.label).join(', '), period })
  const sums = amounts ? shown.map((each) => amountText(each, t)) : []
  if (amounts && highest === 0) {
    // A chart without bars looks like one without data.
    return (
      <figure className={styles.dry} aria-label={label}>
        <figcaption>{series.map((each) => `${each.label} (${each.unit})`).join(', ')}</figcaption>
        {sums.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </figure>
    )
  }
  return (
    <div className={styles.chart}>
      <Chart
        label={label}
        timesMs={timesMs}
        series={series}
        height={92}
        timeText={timeText}
        zone={zone}
        nowMs={nowMs}
        syncKey={syncKey}
        loadingLabel={t('loadingChart')}
        min={min}
        max={max ?? (amounts && highest < AMOUNT_AXIS_MIN ? AMOUNT_AXIS_MIN : undefined)}
      />
      {sums.map((text) => (
        <p key={text} className={styles.sum}>
          {text}
        </p>
      ))}
      {directions && elements[0] ? (
        <WindBarbs timesMs={timesMs} speeds={elements[0].values} directions={directions.values} timeText={timeText} />
      ) : null}
    </div>
  )
}
