import type { FlightCategory } from '../../core/metar/flight-category.ts'
import { CATEGORY_FILL } from './category-fill.ts'

/** The mark of a category, as on the map. */
export function CategoryRing({ category }: { category: FlightCategory }) {
  const colour = `var(--category-${category})`
  return (
    <svg width="0.75rem" height="0.75rem" viewBox="0 0 12 12" aria-hidden="true">
      <circle
        cx="6"
        cy="6"
        r="4.4"
        fill={colour}
        fillOpacity={CATEGORY_FILL[category]}
        stroke={colour}
        strokeWidth="2"
      />
    </svg>
  )
}

/** The mark of an outdated or missing report. */
export function PaleRing() {
  return (
    <svg width="0.75rem" height="0.75rem" viewBox="0 0 12 12" aria-hidden="true">
      <circle
        cx="6"
        cy="6"
        r="3.6"
        fill="none"
        stroke="var(--category-unknown)"
        strokeOpacity="0.8"
        strokeWidth="1.6"
      />
    </svg>
  )
}
