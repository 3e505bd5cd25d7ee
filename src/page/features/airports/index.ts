import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import { startLate } from '../../live/start-late.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

const KIND = 'airport'

/** Loaded after the map, like the list of airports. */
let find: (text: string, reports: ReportStore, isNear: boolean) => SearchHit[] = () => []

/** Airports by flight category, with their latest reports. Decoding and drawing load after the map. */
export const airports: MapOverlay = {
  id: 'airports',
  order: 30,
  defaultOn: true,
  followsTime: true,
  Layer: lazyPart(() => import('./layer/airport-layer.tsx')),
  Legend: lazyPart(() => import('./row/airport-legend.tsx')),
  Row: lazyPart(() => import('./row/airport-row.tsx')),
  Headline: partOnDemand(() => import('./row/airport-headline.tsx')),
  selection: { kind: KIND, urlParam: 'airport', Panel: partOnDemand(() => import('./panel/airport-panel.tsx')) },
  attach: ({ clock }) =>
    startLate(
      clock,
      () => import('./find-airports.ts'),
      ({ findAirports }) => {
        find = findAirports
      },
    ),
  search: (text, { connection, isNear }) => find(text, connection.live.reports, isNear),
}
