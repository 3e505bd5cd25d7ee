import { nearAirports, searchAirports } from '../../../core/airports/airport-search.ts'
import { airportName, airportPlace } from '../../airport/airport-words.ts'
import type { SearchHit } from '../../live/overlay.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import { usePage } from '../../state/page-store.ts'
import { zoomToAirport } from './layer/airport-zoom.ts'

const HITS_MAX = 6

/** The airports that a text may mean, the likeliest first; or those with a similar name. */
export function findAirports(text: string, reports: Pick<ReportStore, 'airports'>, isNear = false): SearchHit[] {
  const { lang, view } = usePage.getState()
  const zoom = zoomToAirport(view.zoom)
  const search = isNear ? nearAirports : searchAirports
  return search(reports.airports(), text, HITS_MAX).map((airport) => ({
    selection: { kind: 'airport', id: airport.icao },
    title: `${airport.icao} ${airportName(airport, lang)}`.trim(),
    detail: airportPlace(airport, lang),
    view: { zoom, lat: airport.lat, lon: airport.lon },
    watchable: airport.icao,
  }))
}
