import type { FlightCategory } from '../../core/metar/flight-category.ts'
import { CATEGORY_LINE } from './category-line.ts'

const RADIUS = 5.6
const LINE = 1.8

export function CategoryRing({ category }: { category: FlightCategory }) {
  const colour = `var(--category-${category})`
  const width = LINE * CATEGORY_LINE[category]
  return (
    <svg width="0.75rem" height="0.75rem" viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r={RADIUS - width / 2} fill="none" stroke={colour} strokeWidth={width} />
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
