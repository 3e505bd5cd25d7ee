import type { FlightCategory } from '../../core/metar/flight-category.ts'

/** The filled part of a ring repeats the category without colour. */
export const CATEGORY_FILL: Record<FlightCategory, number> = { vfr: 0, mvfr: 0.4, ifr: 0.75, lifr: 1, unknown: 0 }
