import type { Report } from '../../../../core/metar/report.ts'
import { barbKnots, windBarb } from '../../../../core/metar/wind-barb.ts'
import type { Span } from '../../../../core/time/spans.ts'
import type { ChartCanvas } from '../../../ui/chart/chart-series.ts'
import { WEATHER_ROWS, type WeatherBar, type WeatherRow } from './weather-bars.ts'

export type Paint = (canvas: ChartCanvas) => void

/** Room that barbs need above the values. */
export const BARB_ROOM_PX = 30
const BARB_PX = 17
/** Barbs nearer to each other than this could not be told apart. */
const BARB_APART_PX = 19

/** Wind barbs in a row above the values, as many as there is room for. */
export function paintBarbs(reports: readonly Report[]): Paint {
  return ({ pen, top, left, width, x, colour }) => {
    const y = top - BARB_ROOM_PX / 2
    let lastX = Number.NEGATIVE_INFINITY
    pen.strokeStyle = colour('var(--text)')
    pen.fillStyle = colour('var(--text)')
    pen.lineWidth = 1.1
    for (const { obsTimeMs, windSpeedMps, windDirectionDeg } of reports) {
      const at = x(obsTimeMs)
      if (windSpeedMps === null || at < left || at > left + width || at - lastX < BARB_APART_PX) continue
      if (windDirectionDeg === null && windSpeedMps > 0) continue // variable: no direction to draw
      lastX = at
      pen.save()
      pen.translate(at, y)
      if (windDirectionDeg === null) drawCalm(pen)
      else drawBarb(pen, barbKnots(windSpeedMps), windDirectionDeg)
      pen.restore()
    }
  }
}

function drawCalm(pen: CanvasRenderingContext2D) {
  pen.beginPath()
  pen.arc(0, 0, 3.5, 0, 2 * Math.PI)
  pen.stroke()
}

/** The staff's middle stands at the moment, so that barbs of all directions keep to their row. */
function drawBarb(pen: CanvasRenderingContext2D, kt: number, fromDeg: number) {
  pen.rotate((fromDeg * Math.PI) / 180)
  const { lines, pennants } = windBarb(kt)
  for (const line of [...lines, ...pennants]) {
    pen.beginPath()
    for (const [px, py] of line) pen.lineTo(px * BARB_PX, (0.5 - py) * BARB_PX)
    if (pennants.includes(line)) {
      pen.closePath()
      pen.fill()
    }
    pen.stroke()
  }
}

export const WEATHER_COLOURS: Record<WeatherRow, string> = {
  thunder: 'var(--warn)',
  snow: 'var(--text)',
  rain: 'var(--info)',
  fog: 'var(--text-muted)',
  dust: 'var(--category-lifr)',
}

/** Weather in a row a kind, and a row of ticks for the special reports, each named at the left. */
export function paintWeather(bars: readonly WeatherBar[], specis: readonly number[], names: readonly string[]): Paint {
  return ({ pen, top, left, width, height, x, colour }) => {
    const rowPx = height / (WEATHER_ROWS.length + 1)
    const within = (ms: number) => Math.max(left, Math.min(left + width, x(ms)))
    pen.font = '10px system-ui, sans-serif'
    pen.textAlign = 'right'
    pen.textBaseline = 'middle'
    pen.fillStyle = colour('var(--text-muted)')
    for (const [i, name] of names.entries()) pen.fillText(name, left - 5, top + (i + 0.5) * rowPx)
    for (const { row, fromMs, toMs } of bars) {
      const from = within(fromMs)
      const to = within(toMs)
      if (to <= left || from >= left + width) continue
      pen.fillStyle = colour(WEATHER_COLOURS[row])
      pen.fillRect(from, top + WEATHER_ROWS.indexOf(row) * rowPx + 2, Math.max(2, to - from), rowPx - 4)
    }
    pen.fillStyle = colour('var(--bad)')
    for (const ms of specis) {
      const at = x(ms)
      if (at >= left && at <= left + width) pen.fillRect(at - 1, top + WEATHER_ROWS.length * rowPx + 1, 2, rowPx - 2)
    }
  }
}

/** Periods that nobody watched, hatched: an empty place there would look like calm. */
export function paintUnobserved(spans: readonly Span[]): Paint {
  return ({ pen, top, left, width, height, x, colour }) => {
    pen.strokeStyle = colour('var(--line-strong)')
    pen.lineWidth = 1
    for (const { fromMs, toMs } of spans) {
      const from = Math.max(left, x(fromMs))
      const to = Math.min(left + width, x(toMs))
      if (to <= from) continue
      pen.save()
      pen.beginPath()
      pen.rect(from, top, to - from, height)
      pen.clip()
      pen.beginPath()
      for (let at = from - height; at < to; at += 6) {
        pen.moveTo(at, top + height)
        pen.lineTo(at + height, top)
      }
      pen.stroke()
      pen.restore()
    }
  }
}
