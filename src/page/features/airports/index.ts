import { lazy } from 'react'
import { addWords } from '../../i18n/add-words.ts'
import { lazyPart } from '../../live/lazy-part.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import { startLate } from '../../live/start-late.ts'

const KIND = 'airport'

/** Loaded after the map, like the list of airports. */
let find: (text: string, reports: ReportStore) => SearchHit[] = () => []

/** Airports by flight category, with their latest reports. Decoding and drawing load after the map. */
export const airports: MapOverlay = {
  id: 'airports',
  order: 30,
  defaultOn: true,
  followsTime: true,
  Layer: lazyPart(() => import('./layer/airport-layer.tsx')),
  Legend: lazyPart(() => worded(import('./row/airport-legend.tsx'))),
  Row: lazyPart(() => worded(import('./row/airport-row.tsx'))),
  Headline: lazy(() => worded(import('./row/airport-headline.tsx'))),
  selection: { kind: KIND, urlParam: 'airport', Panel: lazy(() => worded(import('./panel/airport-panel.tsx'))) },
  attach: ({ clock }) =>
    startLate(
      clock,
      () => import('./find-airports.ts'),
      ({ findAirports }) => {
        find = findAirports
      },
    ),
  search: (text, { connection }) => find(text, connection.live.reports),
  strings: { en: { name: 'Airports' }, zh: { name: '机场' } },
}

/** Loads a component together with the feature's texts, which are too large for the first load. */
async function worded<Part>(part: Promise<Part>): Promise<Part> {
  const [{ strings }, loaded] = await Promise.all([import('./strings.ts'), part])
  addWords('airports', strings)
  return loaded
}
