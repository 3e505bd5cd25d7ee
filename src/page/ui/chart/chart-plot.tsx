import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useThemeName } from '../use-theme-name.ts'
import styles from './chart.module.css'
import { type ChartProps, type ChartSeries, LINE_DASHES } from './chart-series.ts'
import { valueRange } from './value-range.ts'

type PlotProps = ChartProps & { height: number }

interface Tip {
  index: number
  /** CSS pixels from the plot's left edge. */
  left: number
}

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
  } = props
  const host = useRef<HTMLDivElement>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const theme = useThemeName()

  // The theme is read through the colours of CSS.
  useEffect(() => {
    const element = host.current
    if (!element || !theme) return
    const width = () => Math.max(120, element.clientWidth)
    // Axes grow with the type of the page.
    const grown = (px: number) => (px * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16
    const size = () => ({ width: width(), height: grown(height) })
    const plot = new uPlot(
      {
        ...size(),
        ms: 1,
        tzDate: (ms) => uPlot.tzDate(new Date(ms), zone),
        legend: { show: false },
        padding: [grown(6 + roomAbove), 8, 0, 0],
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
          axis(element, grown(10), {
            space: grown(62),
            size: grown(22),
            values: (_plot, ticks) => ticks.map((ms) => timeText(ms, false)),
          }),
          // Without group separators: a pressure of 1,013 reads like two numbers.
          axis(element, grown(10), {
            space: grown(26),
            size: grown(40),
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
                  : { index, left: (self.cursor.left ?? 0) + grown(40) + 4 },
              )
            },
          ],
          draw: [(self) => drawNow(self, element, nowMs), (self) => paintMore(self, element, grown(1), paint)],
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
  }, [timesMs, series, height, nowMs, zone, timeText, fromMs, toMs, min, max, syncKey, paint, roomAbove, theme])

  return (
    <div className={styles.plot} ref={host}>
      {tip ? <Readout props={props} tip={tip} /> : null}
    </div>
  )
}

function Readout({ props, tip }: { props: PlotProps; tip: Tip }) {
  const atMs = props.timesMs[tip.index]
  if (atMs === undefined) return null
  // Kept on the side where there is room.
  const side = tip.left > 190 ? { right: `calc(100% - ${tip.left - 8}px)` } : { left: `${tip.left + 8}px` }
  return (
    <div className={styles.tip} style={side}>
      <div>{props.timeText(atMs, true)}</div>
      {props.series.map((series) => {
        const value = series.values[tip.index]
        if (value === undefined) return null
        return (
          <div key={series.label}>
            {series.label}: {value == null ? '–' : `${value.toFixed(series.digits ?? 1)} ${series.unit}`}
          </div>
        )
      })}
      {props.readout?.(tip.index).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}

function paintMore(plot: uPlot, element: HTMLElement, growth: number, paint: PlotProps['paint']) {
  if (!paint) return
  const { left, top, width, height } = plot.bbox
  const ratio = devicePixelRatio * growth
  plot.ctx.save()
  plot.ctx.setTransform(ratio, 0, 0, ratio, 0, 0) // the canvas is in device pixels
  plot.ctx.setLineDash([]) // the last series may have left its own
  paint({
    pen: plot.ctx,
    left: left / ratio,
    top: top / ratio,
    width: width / ratio,
    height: height / ratio,
    x: (ms) => plot.valToPos(ms, 'x', true) / ratio,
    colour: (css) => cssColour(element, css),
  })
  plot.ctx.restore()
}

function cssColour(element: HTMLElement, colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
  return name ? getComputedStyle(element).getPropertyValue(name).trim() : colour
}

function axis(element: HTMLElement, typePx: number, more: Partial<uPlot.Axis>): uPlot.Axis {
  const line = cssColour(element, 'var(--line)')
  return {
    stroke: cssColour(element, 'var(--text-muted)'),
    font: `${typePx}px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 3 },
    gap: 3,
    ...more,
  }
}

function plotSeries(element: HTMLElement, series: ChartSeries): uPlot.Series {
  const stroke = cssColour(element, series.colour)
  const base: uPlot.Series = { label: series.label, stroke, width: 1.6, points: { show: false }, spanGaps: false }
  switch (series.kind) {
    case 'area':
      return { ...base, fill: `color-mix(in srgb, ${stroke} 18%, transparent)` }
    case 'bars':
      return { ...base, width: 0, fill: stroke, paths: uPlot.paths.bars!({ size: [0.7, 14] }) }
    case 'points':
      return { ...base, paths: () => null, points: { show: true, size: 5, fill: stroke } }
    default:
      return { ...base, dash: LINE_DASHES[series.stroke ?? 'solid'] }
  }
}

function drawNow(plot: uPlot, element: HTMLElement, nowMs: number | undefined) {
  if (nowMs === undefined) return
  const x = Math.round(plot.valToPos(nowMs, 'x', true))
  if (x < plot.bbox.left || x > plot.bbox.left + plot.bbox.width) return
  plot.ctx.save()
  plot.ctx.strokeStyle = cssColour(element, 'var(--accent)')
  plot.ctx.setLineDash([3, 3])
  plot.ctx.beginPath()
  plot.ctx.moveTo(x, plot.bbox.top)
  plot.ctx.lineTo(x, plot.bbox.top + plot.bbox.height)
  plot.ctx.stroke()
  plot.ctx.restore()
}
