import { readWeatherCode } from '../../../../core/metar/metar-weather.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { GAP_MS } from './history-series.ts'

/** Kinds of weather with a row each, most severe first. */
export const WEATHER_ROWS = ['thunder', 'snow', 'rain', 'fog', 'dust'] as const
export type WeatherRow = (typeof WEATHER_ROWS)[number]

export interface WeatherBar {
  row: WeatherRow
  fromMs: number
  toMs: number
}

const ROW_OF: Record<string, WeatherRow> = {
  ...rows('snow', 'SN SG PL GR GS IC'),
  ...rows('rain', 'RA DZ UP'),
  ...rows('fog', 'FG BR'),
  ...rows('dust', 'HZ FU DU SA PO SS DS VA'),
}

function rows(row: WeatherRow, phenomena: string): Record<string, WeatherRow> {
  return Object.fromEntries(phenomena.split(' ').map((each) => [each, row]))
}

/** The rows of a report's weather; weather in the vicinity counts for thunder only. */
export function weatherRows({ weather }: Pick<Report, 'weather'>): WeatherRow[] {
  const found = new Set<WeatherRow>()
  for (const code of weather) {
    const read = readWeatherCode(code)
    if (!read) continue
    if (read.descriptor === 'TS') found.add('thunder')
    if (read.intensity === 'VC') continue
    for (const phenomenon of read.phenomena) {
      const row = ROW_OF[phenomenon]
      if (row) found.add(row)
    }
  }
  return WEATHER_ROWS.filter((row) => found.has(row))
}

/** Weather from report to report, as long as the next one is not overdue; bars that touch are one. */
export function weatherBars(reports: readonly Report[], endMs: number): WeatherBar[] {
  const bars: WeatherBar[] = []
  const open = new Map<WeatherRow, WeatherBar>()
  reports.forEach((report, i) => {
    const nextMs = reports[i + 1]?.obsTimeMs ?? endMs
    const toMs = Math.min(nextMs, report.obsTimeMs + GAP_MS)
    for (const row of weatherRows(report)) {
      const before = open.get(row)
      if (before && before.toMs >= report.obsTimeMs) before.toMs = Math.max(before.toMs, toMs)
      else {
        const bar = { row, fromMs: report.obsTimeMs, toMs }
        open.set(row, bar)
        bars.push(bar)
      }
    }
  })
  return bars
}
