import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useThemeName } from '../use-theme-name.ts'
import styles from './chart.module.css'
import type { ChartSeries } from './chart-series.ts'
import { type Lane, type LaneChartProps, laneRange, placeLanes } from './lane-layout.ts'
import { type DrawnLane, paintLaneAxes, paintNights } from './lane-paint.ts'
import { axis, drawNow, grownPx, LAST_TICK_PX, paintOver, plotSeries } from './plot-drawing.ts'
import { plotAsPicture } from './plot-picture.ts'
import { PlotReadout, readoutLines, type Tip } from './plot-readout.tsx'
import { SeriesKey } from './series-key.tsx'
import { valueRange } from './value-range.ts'

const VALUES_PX = 40
const TIMES_PX = 22
/** On a dark panel, and on a light one. */
const NIGHT = 'rgb(0 0 0 / 0.42)'
const NIGHT_ON_LIGHT = 'rgb(15 30 50 / 0.08)'

/** The drawing of a `LaneChart`, and the ways to its cursor. */
export default function LanePlot(props: LaneChartProps) {
  const { timesMs, lanes, nowMs, timeText } = props
  const { places, heightPx } = useMemo(() => placeLanes(lanes), [lanes])
  const series = useMemo(() => lanes.flatMap((lane) => lane.series), [lanes])
  const { host, tip, pointTo } = usePlot(props, { places, heightPx, series })
  const told = { timesMs, series, timeText, readout: props.readout }
  const index = tip?.index ?? indexNear(timesMs, nowMs)
  return (
    <div className={styles.plot} ref={host}>
      {lanes.map((lane, i) => (
        <div key={lane.series[0]?.label} className={styles.lane} style={{ top: `${places[i]!.captionPx / 16}rem` }}>
          {lane.series.map((each) => (
            <SeriesKey key={each.label} {...each} />
          ))}
          {lane.note ? <span>{lane.note}</span> : null}
        </div>
      ))}
      <input
        type="range"
        className={styles.cursor}
        aria-label={props.cursorLabel}
        aria-valuetext={readoutLines(told, index).join(', ')}
        min={0}
        max={timesMs.length - 1}
        value={index}
        onFocus={() => pointTo(index)}
        onChange={({ target }) => pointTo(target.valueAsNumber)}
        onBlur={() => pointTo(null)}
        onKeyDown={keepArrows}
      />
      {tip ? <PlotReadout tip={tip} {...told} /> : null}
    </div>
  )
}

interface Arranged {
  places: ReturnType<typeof placeLanes>['places']
  heightPx: number
  series: readonly ChartSeries[]
}

/** Draws by uPlot: a scale a lane, each as high as the plot. */
function usePlot({ timesMs, lanes, nights, nowMs, zone, timeText }: LaneChartProps, arranged: Arranged) {
  const { places, heightPx, series } = arranged
  const host = useRef<HTMLDivElement>(null)
  const held = useRef<uPlot | null>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const tipIndex = useRef<number | null>(null)
  const theme = useThemeName()

  useEffect(() => {
    const element = host.current
    if (!element || !theme) return
    const size = () => ({ width: Math.max(120, element.clientWidth), height: grownPx(heightPx + TIMES_PX) })
    const drawn = lanes.map((lane, i): DrawnLane => ({ ...lane, ...places[i]!, ends: endsOf(lane) }))
    const plot = plotAsPicture(
      {
        ...size(),
        ms: 1,
        tzDate: (ms) => uPlot.tzDate(new Date(ms), zone),
        legend: { show: false },
        padding: [0, grownPx(LAST_TICK_PX), 0, grownPx(VALUES_PX)],
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
        scales: {
          x: { time: true },
          ...Object.fromEntries(drawn.map((lane, i) => [`${i}`, { range: laneRange(lane.ends, lane, heightPx) }])),
        },
        axes: [
          axis(element, grownPx(10), {
            space: grownPx(62),
            size: grownPx(TIMES_PX),
            values: (_plot, ticks) => ticks.map((ms) => timeText(ms, false)),
          }),
        ],
        series: [
          {},
          ...drawn.flatMap(({ series, ends }, i) =>
            // An area ends at the bottom of its lane, not of the plot.
            series.map((each) => ({ ...plotSeries(element, each), scale: `${i}`, fillTo: ends[0] })),
          ),
        ],
        hooks: {
          setCursor: [
            (self) => {
              const { idx, left = -1 } = self.cursor
              tipIndex.current = idx == null || left < 0 ? null : idx
              setTip(tipIndex.current === null ? null : { index: tipIndex.current, left: left + grownPx(VALUES_PX) })
            },
          ],
          drawClear: [
            (self) => paintOver(self, element, paintNights(nights, theme === 'light' ? NIGHT_ON_LIGHT : NIGHT)),
            (self) => paintOver(self, element, paintLaneAxes(drawn, timesMs, getComputedStyle(element).fontFamily)),
          ],
          draw: [
            (self) => drawNow(self, element, nowMs),
            (self) => {
              for (const { paint, topPx, heightPx: height } of drawn) {
                if (paint) paintOver(self, element, paint, { top: topPx, height })
              }
            },
          ],
        },
      },
      [[...timesMs], ...series.map((each) => [...each.values])] as uPlot.AlignedData,
      element,
    )
    held.current = plot
    if (tipIndex.current !== null) pointAt(plot, timesMs[tipIndex.current])
    const observer = new ResizeObserver(() => plot.setSize(size()))
    observer.observe(element)
    const unfollow = followFinger(plot)
    return () => {
      unfollow()
      observer.disconnect()
      plot.destroy()
      held.current = null
    }
  }, [timesMs, lanes, places, heightPx, series, nights, nowMs, zone, timeText, theme])

  /** Null takes the cursor away. */
  const pointTo = (index: number | null) =>
    held.current && pointAt(held.current, index === null ? undefined : timesMs[index])
  return { host, tip, pointTo }
}

/** The arrows move the cursor alone, and not also the time or the map. */
function keepArrows(event: KeyboardEvent) {
  if (/^(Arrow|Page|Home|End)/.test(event.key)) event.stopPropagation()
}

function endsOf({ series, min, max }: Lane): [number, number] {
  const known = series.flatMap(({ values }) => values.filter((value) => value != null))
  const [low, high] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null]
  return valueRange(low, high, min, max)
}

function indexNear(timesMs: readonly number[], ms: number): number {
  return Math.max(
    0,
    timesMs.findLastIndex((time) => time <= ms),
  )
}

function pointAt(plot: uPlot, ms: number | undefined) {
  plot.setCursor(ms === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(ms, 'x'), top: 0 })
}

/** Horizontal touch moves the cursor as a mouse does; vertical touch scrolls. */
function followFinger(plot: uPlot): () => void {
  const { over } = plot
  const follow = ({ pointerType, clientX }: PointerEvent) => {
    if (pointerType !== 'mouse') plot.setCursor({ left: clientX - over.getBoundingClientRect().left, top: 0 })
  }
  over.addEventListener('pointerdown', follow)
  over.addEventListener('pointermove', follow)
  return () => {
    over.removeEventListener('pointerdown', follow)
    over.removeEventListener('pointermove', follow)
  }
}
