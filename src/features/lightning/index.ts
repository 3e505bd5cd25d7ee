import { lazy } from 'react'
import type { MapOverlay } from '../../shell/overlay.ts'
import { LightningLayer } from './lightning-layer.tsx'
import { LightningRow } from './lightning-row.tsx'
import { strikeSourceOf } from './strike-source.ts'
import { strings } from './strings.ts'

/** Lightning as it strikes. Layer and row are part of the first load: they are what the page is opened for. */
export const lightning: MapOverlay = {
  id: 'lightning',
  defaultOn: true,
  Layer: LightningLayer,
  Row: LightningRow,
  selection: { kind: 'strike', urlParam: 'strike', Panel: lazy(() => import('./strike-panel.tsx')) },
  attach: (contract) => strikeSourceOf(contract).attach(),
  strings,
}
