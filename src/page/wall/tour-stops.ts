import { positionText } from '../../core/util/format.ts'
import type { SearchHit } from '../live/overlay.ts'
import type { SavedView } from '../state/saved-views.ts'
import { readView, type View } from '../state/view.ts'
import { TOUR_STOPS_MAX } from '../state/wall-settings.ts'

export interface TourStop {
  view: View
  name: string
}

type Find = (text: string) => Pick<SearchHit, 'view' | 'title'>[]

/** The default stops of a tour. */
const REGIONS = [
  ['north', { zoom: 5.1, lat: 39.5, lon: 114.5 }],
  ['northeast', { zoom: 5, lat: 45.5, lon: 126 }],
  ['east', { zoom: 5.2, lat: 30.5, lon: 119 }],
  ['south', { zoom: 5.2, lat: 22.5, lon: 110.5 }],
  ['southwest', { zoom: 5, lat: 28, lon: 101.5 }],
  ['northwest', { zoom: 4.4, lat: 39, lon: 92 }],
] as const

/**
 * The stops of a tour: those in the URL (`zoom/lat/lon`, or a search text), else the saved views of this browser, else
 * the regions of China. Unknown stops are skipped.
 */
export function tourStops(
  tour: readonly string[],
  deps: {
    saved: readonly SavedView[]
    find: Find
    regionName(region: string): string
  },
): TourStop[] {
  if (tour.length > 0) return tour.slice(0, TOUR_STOPS_MAX).flatMap((text) => namedStop(text, deps.find) ?? [])
  if (deps.saved.length > 0) return [...deps.saved]
  return REGIONS.map(([region, view]) => ({ view, name: deps.regionName(region) }))
}

/** The unknown stops of a tour. */
export function lostStops(tour: readonly string[], find: Find): string[] {
  return tour.filter((text) => namedStop(text, find) === null)
}

function namedStop(text: string, find: Find): TourStop | null {
  const view = readView(text)
  if (view) return { view, name: positionText(view.lat, view.lon, 1) }
  const hit = find(text)[0]
  return hit ? { view: hit.view, name: hit.title } : null
}
