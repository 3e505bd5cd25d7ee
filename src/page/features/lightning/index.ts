import { lazy } from 'react'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { lazyPart } from '../../live/lazy-part.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'
import { LightningLayer } from './layer/lightning-layer.tsx'
import { strikeSourceOf } from './layer/strike-source.ts'

/** Lightning as it strikes. The layer is part of the first load: it is what the page is opened for. */
export const lightning: MapOverlay = {
  id: 'lightning',
  order: 10,
  defaultOn: true,
  followsTime: true,
  isCountedByTimeline: true,
  Layer: LightningLayer,
  Row: lazyPart(() => import('./row/lightning-row.tsx')),
  Headline: lazy(() => import('./row/lightning-headline.tsx')),
  selection: { kind: 'strike', urlParam: 'strike', Panel: lazy(() => import('./panel/strike-panel.tsx')) },
  attach: (connection) => strikeSourceOf(connection).attach(usePage.getState().windowMinutes * MINUTE_MS),
  strings: { en: { name: 'Lightning' }, zh: { name: '闪电' } },
}
