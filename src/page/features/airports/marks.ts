import { CATEGORIES } from '../../../core/metar/flight-category.ts'
import type { OverlayMarks } from '../../live/overlay.ts'
import { AGE_OPACITY } from './layer/airport-style.ts'

const TOKENS = ['focus', 'warn', 'accent']

/** The ring of each category, independent of the age of the report, and further marks of an airport. */
export const marks: OverlayMarks = () => [
  ...CATEGORIES.flatMap((category) =>
    Object.entries(AGE_OPACITY).map(([age, opacity]) => ({
      name: `${category}, ${age}`,
      colours: [{ colour: `var(--category-${category})`, opacity }],
    })),
  ),
  ...TOKENS.map((name) => ({ name, colours: [{ colour: `var(--${name})` }] })),
]
