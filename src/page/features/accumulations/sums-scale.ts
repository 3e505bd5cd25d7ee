import type { AccumulationKind } from '../../../core/accumulations/cell-sums.ts'
import { CLASSES_FROM } from '../../../core/accumulations/classes.ts'

/**
 * From low to high: one hue of increasing contrast to the base map, so that the order is visible with any colour
 * vision, in cold colours that strikes and fires do not use.
 */
export const SUM_COLOURS = {
  dark: ['#234478', '#275690', '#2e69a4', '#367db5', '#4592c4', '#60a8cf', '#86bfd8'],
  light: ['#a9cfe8', '#86b9dd', '#64a2cf', '#468abf', '#3272ab', '#235a92', '#174374'],
} as const

/** Towns, night and relief are seen through it. */
export const SUM_OPACITY = { dark: 0.7, light: 0.75 } as const

/** The same in a legend: as on the map, its ground shines through. */
export function legendColours(theme: keyof typeof SUM_COLOURS): string[] {
  const alpha = Math.round(SUM_OPACITY[theme] * 255).toString(16)
  return SUM_COLOURS[theme].map((colour) => colour + alpha)
}

export function classTicks(kind: AccumulationKind): string[] {
  const limits = CLASSES_FROM[kind]
  const first = kind === 'density' ? `<${limits[0]}` : '1'
  const named = limits.map((from, i) =>
    i === limits.length - 1 ? `≥${from}` : kind === 'density' ? `${from}` : `${from}+`,
  )
  return [first, ...named]
}
