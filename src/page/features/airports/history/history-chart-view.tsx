import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText, dateText } from '../../../../core/util/format.ts'
import { useFormat } from '../../../i18n/format.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import type { ChartProps, ChartSeries, Paint } from '../../../ui/chart/chart-series.ts'
import type { HistoryHours } from '../airport-queries.ts'

const SYNC_KEY = 'airport-history'
const HEIGHT_PX = 96
/** For the longest name of a row of weather. */
export const ROOM_LEFT_PX = 58

interface HistoryChartViewProps {
  what: string
  hours: HistoryHours
  /** Shared by all charts of a history, which are aligned vertically. */
  axis: { fromMs: number; toMs: number; nowMs: number }
  timesMs: readonly number[]
  series: readonly ChartSeries[]
  min?: number
  max?: number
  paint?: Paint
  roomAbove?: number
  height?: number
  heading?: string
  readout?: ChartProps['readout']
}

export function HistoryChartView({ what, hours, axis, height = HEIGHT_PX, ...chart }: HistoryChartViewProps) {
  const { t: w } = useTranslation('airport-history')
  const timeText = useTimeText(hours)
  const isAhead = axis.toMs > axis.nowMs
  return (
    <Chart
      {...chart}
      label={w('chart', { what, period: w(`periodName.${hours}`) })}
      height={height + (chart.roomAbove ?? 0)}
      roomLeft={ROOM_LEFT_PX}
      fromMs={axis.fromMs}
      toMs={axis.toMs}
      {...(isAhead ? { nowMs: axis.nowMs } : {})}
      timeText={timeText}
      syncKey={SYNC_KEY}
      loadingLabel={w('loadingChart')}
    />
  )
}

/** Ticks in UTC: hours of a day, dates of more; the cursor also in the chosen zone. */
function useTimeText(hours: HistoryHours): ChartProps['timeText'] {
  const { bothTimes } = useFormat()
  return useMemo(() => {
    return (ms, full) => {
      if (full) return bothTimes(ms, { dated: hours !== 24 })
      const clock = clockText(ms, 'UTC')
      return clock === '00:00' ? dateText(ms, 'UTC').slice(5) : clock
    }
  }, [hours, bothTimes])
}
