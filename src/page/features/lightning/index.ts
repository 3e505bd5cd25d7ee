import { lazy } from 'react'
import { lazyPart } from '../../shell/lazy-part.ts'
import type { MapOverlay } from '../../shell/overlay.ts'
import { useShell } from '../../shell/shell-store.ts'
import { LightningLayer } from './lightning-layer.tsx'
import { strikeSourceOf } from './strike-source.ts'

/** Lightning as it strikes. The layer is part of the first load: it is what the page is opened for. */
export const lightning: MapOverlay = {
  id: 'lightning',
  defaultOn: true,
  followsTime: true,
  Layer: LightningLayer,
  Row: lazyPart(() => import('./lightning-row.tsx')),
  Headline: lazy(() => import('./lightning-headline.tsx')),
  selection: { kind: 'strike', urlParam: 'strike', Panel: lazy(() => import('./strike-panel.tsx')) },
  attach: (contract) => strikeSourceOf(contract).attach(useShell.getState().windowMinutes * 60_000),
  strings: { en: { name: 'Lightning' }, zh: { name: '闪电' } },
}
