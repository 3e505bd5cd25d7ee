import { searchAirports } from '../../core/airport-search.ts'
import { airportName, airportPlace } from '../../shell/airport-words.ts'
import type { SearchHit } from '../../shell/overlay.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { ZOOM_TO_AIRPORT } from './airport-zoom.ts'

const HITS_MAX = 6

/** The airports that a text may mean, the likeliest first. */
export function findAirports(text: string): SearchHit[] {
  const { lang } = useShell.getState()
  return searchAirports(reportStore.airports(), text, HITS_MAX).map((airport) => ({
    selection: { kind: 'airport', id: airport.icao },
    title: `${airport.icao} ${airportName(airport, lang)}`.trim(),
    detail: airportPlace(airport, lang),
    view: { zoom: ZOOM_TO_AIRPORT, lat: airport.lat, lon: airport.lon },
    watchable: airport.icao,
  }))
}
