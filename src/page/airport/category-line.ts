import type { FlightCategory } from '../../core/metar/flight-category.ts'

/** How wide a ring is drawn says the category a second time, for eyes that don't tell the colours apart: of the usual width. */
export const CATEGORY_LINE: Record<FlightCategory, number> = { vfr: 0.8, mvfr: 1.2, ifr: 1.7, lifr: 2.3, unknown: 0.8 }
