import { useCallback } from 'react'
import type { LatLon } from '../../core/geo/geo.ts'
import { nearestWithin } from '../../core/geo/nearest-within.ts'
import { positionText } from '../../core/util/format.ts'
import { useReports } from '../live/reports/use-reports.ts'
import { usePage } from '../state/page-store.ts'
import { airportCity } from './airport-words.ts'
import { useTowns } from './use-towns.ts'

/** An airport within this distance names a place, else a town within the next. */
const AIRPORT_KM = 150
const TOWN_KM = 300

/** Names a place: by the city of the nearest airport, else the nearest larger town, else its coordinates. */
export function usePlaceName(isNeeded: boolean): (at: LatLon) => string {
  const lang = usePage((state) => state.lang)
  const airports = useReports().airports()
  const towns = useTowns(isNeeded)
  return useCallback(
    (at) => {
      const airport = nearestWithin(airports, at, AIRPORT_KM)?.place
      const city = airport && airportCity(airport, lang)
      return city || nearestWithin(towns, at, TOWN_KM)?.place.name || positionText(at.lat, at.lon, 1)
    },
    [lang, airports, towns],
  )
}
