import type { FlightCategory } from '../../core/metar/flight-category.ts'

/** How far a ring is filled says the category a second time, for eyes that don't tell the colours apart. */
export const CATEGORY_FILL: Record<FlightCategory, number> = { vfr: 0, mvfr: 0.4, ifr: 0.75, lifr: 1, unknown: 0 }
