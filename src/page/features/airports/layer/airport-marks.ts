import type { Feature, FeatureCollection, Point } from 'geojson'
import type { GeoJSONFeatureDiff } from 'maplibre-gl'
import type { Airport } from '../../../../core/airports/airport.ts'
import {
  type CategoryPreset,
  type FlightCategory,
  flightCategory,
  presentCategory,
} from '../../../../core/metar/flight-category.ts'
import { hasThunderstorm, type Report, type ReportAge, reportAge } from '../../../../core/metar/report.ts'
import { barbKnots } from '../../../../core/metar/wind-barb.ts'
import type { ReportStore } from '../../../live/reports/report-store.ts'
import { plotName, stationPlot } from './station-plot.ts'

export interface AirportMark {
  icao: string
  category: FlightCategory
  age: ReportAge | 'none'
  /** `15` for a barb of 15 kt, `calm`, `variable`, or nothing. */
  barb: string
  windDeg: number
  wind: string
  /** Where the name has room: opposite to the barb. */
  nameAt: 'above' | 'right' | 'below' | 'left'
  sign: 'ts' | 'speci' | 'ts-speci' | ''
  /** Name of the station plot's image; empty without a plot. */
  plot: string
  /** Lower is more important: the mark that stays on a collision. */
  rank: number
}

export interface MarkContext {
  nowMs: number
  preset: CategoryPreset
  areReportsStale: boolean
  watched: ReadonlySet<string>
  /** Probability of a strike within 30 minutes, 0 to 1; 0 if unknown. */
  chanceAt(icao: string): number
  /** A wind speed, and its gusts, as the labels write them. */
  windText(mps: number, gustMps: number | null): string
}

export function createAirportMarks(store: Pick<ReportStore, 'airports' | 'airport' | 'latest'>) {
  let data: FeatureCollection<Point, AirportMark> = { type: 'FeatureCollection', features: [] }
  const byIcao = new Map<string, Feature<Point, AirportMark>>()
  /** What each mark was made of: it is reused while that and its age are unchanged. */
  const madeOf = new Map<string, MadeFrom>()

  return {
    /** The collection on the map. Updated in place, so that a reloaded style starts with present data. */
    data: (): FeatureCollection<Point, AirportMark> => data,
    /** Rebuilds the collection for another list. */
    rebuild(context: MarkContext): void {
      byIcao.clear()
      madeOf.clear()
      for (const airport of store.airports()) {
        const report = store.latest(airport.icao)
        madeOf.set(airport.icao, madeFrom(airport.icao, report, context))
        byIcao.set(airport.icao, featureOf(airport, report, context))
      }
      data = { type: 'FeatureCollection', features: [...byIcao.values()] }
    },
    /** Updates the given airports, or all, and returns the changes. Only the time may differ from `rebuild`. */
    refresh(context: MarkContext, icaos: Iterable<string> = byIcao.keys()): GeoJSONFeatureDiff[] {
      const changes: GeoJSONFeatureDiff[] = []
      for (const icao of icaos) {
        const feature = byIcao.get(icao)
        if (!feature) continue
        const report = store.latest(icao)
        const age = report ? reportAge(report.obsTimeMs, context.nowMs) : 'none'
        const from = madeFrom(icao, report, context)
        if (feature.properties.age === age && isSame(madeOf.get(icao)!, from)) continue
        madeOf.set(icao, from)
        const mark = markOf(store.airport(icao) ?? { icao, size: 0 }, report, context)
        const changed = (Object.keys(mark) as (keyof AirportMark)[]).filter(
          (key) => mark[key] !== feature.properties[key],
        )
        if (changed.length === 0) continue
        feature.properties = mark
        changes.push({ id: icao, addOrUpdateProperties: changed.map((key) => ({ key, value: mark[key] })) })
      }
      return changes
    },
  }
}

interface MadeFrom {
  report: Report | undefined
  chance: number
  areReportsStale: boolean
}

function madeFrom(icao: string, report: Report | undefined, { chanceAt, areReportsStale }: MarkContext): MadeFrom {
  return { report, chance: chanceAt(icao), areReportsStale }
}

function isSame(a: MadeFrom, b: MadeFrom): boolean {
  return a.report === b.report && a.chance === b.chance && a.areReportsStale === b.areReportsStale
}

function featureOf(airport: Airport, report: Report | undefined, context: MarkContext): Feature<Point, AirportMark> {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [airport.lon, airport.lat] },
    properties: markOf(airport, report, context),
  }
}

export function markOf(
  { icao, size }: Pick<Airport, 'icao' | 'size'>,
  report: Report | undefined,
  context: MarkContext,
): AirportMark {
  const standing = { size, isWatched: context.watched.has(icao), chance: context.chanceAt(icao) }
  if (!report) {
    return {
      icao,
      category: 'unknown',
      age: 'none',
      barb: '',
      windDeg: 0,
      wind: '',
      nameAt: 'below',
      sign: '',
      plot: '',
      rank: rankOf({ ...standing, isSpeci: false, isThundery: false, category: 'unknown' }),
    }
  }
  const age = reportAge(report.obsTimeMs, context.nowMs)
  const category = presentCategory(flightCategory(report, context.preset), age, context.areReportsStale)
  const thunder = hasThunderstorm(report)
  const barb = barbOf(report)
  const windDeg = report.windDirectionDeg ?? 0
  const isCurrent = age === 'current'
  return {
    icao,
    category,
    age,
    barb,
    windDeg,
    wind:
      report.windSpeedMps === null
        ? ''
        : `${report.windSpeedIsMinimum ? '≥ ' : ''}${context.windText(report.windSpeedMps, report.windGustMps)}`,
    nameAt: report.windDirectionDeg === null ? 'below' : OPPOSITE[Math.round(report.windDirectionDeg / 90) % 4]!,
    sign: thunder ? (report.isSpeci ? 'ts-speci' : 'ts') : report.isSpeci ? 'speci' : '',
    plot: plotName(stationPlot(report, { category, barb, windDeg })),
    rank: rankOf({
      ...standing,
      isSpeci: report.isSpeci && isCurrent,
      isThundery: thunder && isCurrent,
      category,
    }),
  }
}

/** By wind direction: north, east, south, west. */
const OPPOSITE = ['below', 'left', 'above', 'right'] as const

function barbOf({ windSpeedMps, windDirectionDeg, windVariable }: Report): string {
  if (windSpeedMps === null) return ''
  if (windDirectionDeg !== null) return String(barbKnots(windSpeedMps))
  if (windSpeedMps === 0) return 'calm'
  return windVariable ? 'variable' : ''
}

const RANK: Record<FlightCategory, number> = { lifr: 0, ifr: 1, mvfr: 2, vfr: 3, unknown: 4 }

interface Standing {
  isSpeci: boolean
  isThundery: boolean
  category: FlightCategory
  isWatched: boolean
  size: Airport['size']
  chance: number
}

/** By the probability of a strike; then special reports, worse weather, watched airports, larger ones. */
function rankOf({ isSpeci, isThundery, category, isWatched, size, chance }: Standing): number {
  const report = (isSpeci ? 0 : 100) + (isThundery ? 0 : RANK[category]) * 10 + (isWatched ? 0 : 5) + (SIZE_MAX - size)
  return report - CHANCE_RANK * Math.round(100 * chance)
}

/** One per cent counts for more than all of a report. */
const CHANCE_RANK = 200
const SIZE_MAX = 3
