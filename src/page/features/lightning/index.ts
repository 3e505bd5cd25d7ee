import type { MapOverlay } from '../../live/overlay.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'
import { LightningLayer } from './layer/lightning-layer.tsx'

/** The lightning layer. Part of the first load: it is the main content of the page. */
export const lightning: MapOverlay = {
  id: 'lightning',
  order: 10,
  defaultOn: true,
  followsTime: true,
  isCountedByTimeline: true,
  FirstLayer: LightningLayer,
  Layer: lazyPart(() => import('./row/lightning-extras.tsx')),
  Legend: lazyPart(() => import('./row/lightning-legend.tsx')),
  Row: lazyPart(() => import('./row/lightning-row.tsx')),
  Headline: partOnDemand(() => import('./row/lightning-headline.tsx')),
  selection: { kind: 'strike', urlParam: 'strike', Panel: partOnDemand(() => import('./panel/strike-panel.tsx')) },
}
