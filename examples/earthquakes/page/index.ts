import type { MapOverlay } from '../../live/overlay.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'
import { findEarthquakes } from './find-earthquakes.ts'

/** Earthquakes of the last seven days, by magnitude and depth. All but its name and its search loads after the map. */
export const earthquakes: MapOverlay = {
  id: 'earthquakes',
  order: 50,
  defaultOn: true,
  Layer: lazyPart(() => import('./earthquake-layer.tsx')),
  Row: lazyPart(() => import('./earthquake-row.tsx')),
  Headline: partOnDemand(() => import('./earthquake-headline.tsx')),
  selection: {
    kind: 'earthquake',
    urlParam: 'earthquake',
    Panel: partOnDemand(() => import('./earthquake-panel.tsx')),
  },
  search: findEarthquakes,
}
