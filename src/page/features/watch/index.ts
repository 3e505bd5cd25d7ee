import type { DeskPart } from '../../live/desk-part.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { startLate } from '../../live/start-late.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

/** The log of the shift: the server's alarms, and their acknowledgements. */
export const watch: DeskPart = {
  id: 'watch',
  attach: (connection) =>
    startLate(
      connection.clock,
      () => import('./start-watch.ts'),
      ({ startWatch }) => startWatch(connection),
    ),
  Strip: lazyPart(() => import('./watch-trouble.tsx')),
  WallNote: partOnDemand(() => import('./watch-trouble.tsx')),
  Tool: lazyPart(() => import('./log-tool.tsx')),
  Cover: lazyPart(() => import('./log-cover.tsx')),
  Layer: partOnDemand(() => import('./drawing/drawing-layer.tsx')),
  AirportSection: partOnDemand(() => import('./stops/stop-section.tsx')),
  AirportFoot: partOnDemand(() => import('./shift/foot-sections.tsx')),
}

let find: (text: string) => SearchHit[] = () => []

/** Monitored places other than airports: points, lines and areas, each with its rings. */
export const places: MapOverlay = {
  id: 'places',
  order: 25,
  defaultOn: true,
  Layer: lazyPart(() => import('./places/place-layer.tsx')),
  selection: { kind: 'place', urlParam: 'place', Panel: partOnDemand(() => import('./places/place-panel.tsx')) },
  attach: (connection) =>
    startLate(
      connection.clock,
      () => import('./places/start-places.ts'),
      ({ startPlaces, findPlaces }) => {
        find = findPlaces
        return startPlaces(connection)
      },
    ),
  search: (text) => find(text),
}
