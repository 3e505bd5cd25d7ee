import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useThemeName } from '../use-theme-name.ts'
import styles from './chart.module.css'
import type { ChartProps } from './chart-series.ts'
import { axis, drawNow, grownPx, LAST_TICK_PX, paintOver, plotSeries } from './plot-drawing.ts'
import { plotAsPicture } from './plot-picture.ts'
import { PlotReadout, type Tip } from './plot-readout.tsx'
import { valueRange } from './value-range.ts'

type PlotProps = ChartProps & { height: number }

/** The drawing of a `Chart`, by uPlot. */
export default function ChartPlot(props: PlotProps) {
  const {
    timesMs,
    series,
    height,
    nowMs,
    zone = 'UTC',
    timeText,
    fromMs,
    toMs,
    min,
    max,
    syncKey,
    paint,
    roomAbove = 0,
    roomLeft = 40,
  } = props
  const host = useRef<HTMLDivElement>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const theme = useThemeName()

  // Colours are read from CSS, so they follow the theme.
  useEffect(() => {
    const element = host.current
    if (!element || !theme) return
    const width = () => Math.max(120, element.clientWidth)
    const size = () => ({ width: width(), height: grownPx(height) })
    const plot = plotAsPicture(
      {
        ...size(),
        ms: 1,
        tzDate: (ms) => uPlot.tzDate(new Date(ms), zone),
        legend: { show: false },
        padding: [grownPx(6 + roomAbove), grownPx(LAST_TICK_PX), 0, 0],
        cursor: {
          y: false,
          drag: { x: false, y: false },
          points: { size: 6 },
          ...(syncKey ? { sync: { key: syncKey, setSeries: false } } : {}),
        },
        scales: {
          x: {
            time: true,
            ...(fromMs !== undefined && toMs !== undefined ? { range: [fromMs, toMs] as [number, number] } : {}),
          },
          y: { range: (_plot, low, high) => valueRange(low, high, min, max) },
        },
        axes: [
          axis(element, grownPx(10), {
            space: grownPx(62),
            size: grownPx(22),
            values: (_plot, ticks) => ticks.map((ms) => timeText(ms, false)),
          }),
          // Without group separators: a pressure of 1,013 reads like two numbers.
          axis(element, grownPx(10), {
            space: grownPx(26),
            size: grownPx(roomLeft),
            values: (_plot, ticks) => ticks.map((tick) => (series.length > 0 ? String(tick) : '')),
          }),
        ],
        series: [{}, ...series.map((each) => plotSeries(element, each))],
        hooks: {
          setCursor: [
            (self) => {
              const index = self.cursor.idx
              setTip(
                index == null || (self.cursor.left ?? -1) < 0
                  ? null
                  : { index, left: (self.cursor.left ?? 0) + grownPx(roomLeft) + 4 },
              )
            },
          ],
          draw: [(self) => drawNow(self, element, nowMs), (self) => paint && paintOver(self, element, paint)],
        },
      },
      [[...timesMs], ...series.map((each) => [...each.values])] as uPlot.AlignedData,
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize(size()))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [
    timesMs,
    series,
    height,
    nowMs,
    zone,
    timeText,
    fromMs,
    toMs,
    min,
    max,
    syncKey,
    paint,
    roomAbove,
    roomLeft,
    theme,
  ])

  return (
    <div className={styles.plot} ref={host}>
      {tip ? <PlotReadout tip={tip} {...props} /> : null}
    </div>
  )
}
