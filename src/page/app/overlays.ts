import { airports } from '../features/airports/index.ts'
import { fires } from '../features/fires/index.ts'
import { lightning } from '../features/lightning/index.ts'
import { point, station } from '../features/point/index.ts'
import { storms } from '../features/storms/index.ts'
import type { MapOverlay } from '../live/overlay.ts'

/** Every hazard, from above to below. Switches, legends, panels, search, the URL and the map all read this list. */
export const overlays: readonly MapOverlay[] = [lightning, storms, airports, fires, point, station]
