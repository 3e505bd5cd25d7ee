import { lazy } from 'react'
import type { MapOverlay } from '../../shell/overlay.ts'
import { PointLayer } from './point-layer.tsx'
import { strings } from './strings.ts'

/** The weather at any spot: what a click on empty map selects. */
export const point: MapOverlay = {
  id: 'point',
  defaultOn: true,
  Layer: PointLayer,
  selection: { kind: 'point', urlParam: 'at', Panel: lazy(() => import('./point-panel.tsx')) },
  strings,
}
