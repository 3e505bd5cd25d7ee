import type { MapOverlay } from '../live/overlay.ts'
import * as hazards from './hazards.ts'

/** Every hazard, from above to below. Switches, legends, panels, search, the URL and the map all read this list. */
export const overlays: readonly MapOverlay[] = Object.values<MapOverlay>(hazards).sort((a, b) => a.order - b.order)
