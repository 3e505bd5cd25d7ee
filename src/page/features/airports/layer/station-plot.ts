import { type FlightCategory, lowestVisibilityM } from '../../../../core/metar/flight-category.ts'
import type { CloudCover } from '../../../../core/metar/metar-cloud.ts'
import { BOUND_SIGNS } from '../../../../core/metar/metar-visibility.ts'
import type { Report } from '../../../../core/metar/report.ts'

export type PlotSky = 'clear' | 'few' | 'scattered' | 'broken' | 'overcast' | 'obscured' | 'unknown'

/** The parts of a station plot as texts; empty if not reported. */
export interface StationPlot {
  category: FlightCategory
  sky: PlotSky
  temperature: string
  dewPoint: string
  /** The last three digits of the pressure in tenths of a hectopascal: 1013 hPa is `130`. */
  pressure: string
  visibility: string
  weather: string
  /** As in `AirportMark`. */
  barb: string
  windDeg: number
}

const VISIBILITY_FULL_M = 10_000
const VISIBILITY_IN_KM_FROM_M = 5_000
/** More would not fit beside the circle. */
const WEATHER_CODES_MAX = 2

/** The sky by its most covered layer. */
export function plotSky({
  clouds,
  cavok,
  isObscured,
  ceilingFt,
  ceilingKnown,
}: Pick<Report, 'clouds' | 'cavok' | 'isObscured' | 'ceilingFt' | 'ceilingKnown'>): PlotSky {
  const covers = clouds.map(({ cover }) => cover)
  const has = (...any: CloudCover[]) => covers.some((cover) => cover !== null && any.includes(cover))
  if (isObscured) return 'obscured'
  if (has('OVC')) return 'overcast'
  if (has('BKN')) return 'broken'
  // A layer that could not be read may cover more than those that were.
  if (!ceilingKnown && ceilingFt === null) return 'unknown'
  if (has('SCT')) return 'scattered'
  if (has('FEW')) return 'few'
  return cavok || (ceilingKnown && has('SKC', 'CLR', 'NSC', 'NCD')) ? 'clear' : 'unknown'
}

export function stationPlot(report: Report, mark: Pick<StationPlot, 'category' | 'barb' | 'windDeg'>): StationPlot {
  return {
    ...mark,
    sky: plotSky(report),
    temperature: whole(report.temperatureC),
    dewPoint: whole(report.dewPointC),
    pressure: report.qnhHpa === null ? '' : String(Math.round(report.qnhHpa * 10) % 1000).padStart(3, '0'),
    visibility: visibilityText(report),
    weather: report.weather.slice(0, WEATHER_CODES_MAX).join(' '),
  }
}

function whole(value: number | null): string {
  return value === null ? '' : String(Math.round(value)).replace('-', '−')
}

function visibilityText(report: Report): string {
  const visibilityM = lowestVisibilityM(report)
  if (visibilityM === null) return ''
  const sign = report.visibilityBound && visibilityM === report.visibilityM ? BOUND_SIGNS[report.visibilityBound] : ''
  if (visibilityM >= VISIBILITY_FULL_M) return '10+'
  const distance = visibilityM >= VISIBILITY_IN_KM_FROM_M ? `${Math.floor(visibilityM / 1000)} km` : visibilityM
  return `${sign}${distance}`
}

const ORDER = [
  'category',
  'sky',
  'barb',
  'windDeg',
  'temperature',
  'dewPoint',
  'pressure',
  'visibility',
  'weather',
] as const satisfies readonly (keyof StationPlot)[]

/** A plot as the name of its picture: two airports with the same weather share one. */
export function plotName(plot: StationPlot): string {
  return ORDER.map((part) => plot[part]).join('|')
}

export function plotPrefix(look: string): string {
  return `airport-plot-${look}-`
}

export function readPlotName(name: string): StationPlot {
  const parts = name.split('|')
  const plot = Object.fromEntries(ORDER.map((part, i) => [part, parts[i] ?? '']))
  return { ...plot, windDeg: Number(plot.windDeg) } as StationPlot
}
