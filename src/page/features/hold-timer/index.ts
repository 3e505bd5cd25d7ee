import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

/** The lightning hold timer of every airport: in its panel, and at a glance for those that are watched. */
export const holdTimer: DeskPart = {
  id: 'lightning-clock',
  Strip: lazyPart(() => import('./watch-strip.tsx')),
  Layer: lazyPart(() => import('./highlight-layer.tsx')),
  AirportSection: partOnDemand(() => import('./hold-timer-section.tsx')),
}
