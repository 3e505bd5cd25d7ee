import type { FlightCategory } from '../../core/metar/flight-category.ts'

/** Line width relative to the usual one: shows the category without colour, for colour-blind users. */
export const CATEGORY_LINE: Record<FlightCategory, number> = { vfr: 0.8, mvfr: 1.2, ifr: 1.7, lifr: 2.3, unknown: 0.8 }
