import type { Paint } from '../../../ui/chart/chart-series.ts'
import { WEATHER_ROWS, type WeatherBar, type WeatherRow } from './weather-bars.ts'

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
