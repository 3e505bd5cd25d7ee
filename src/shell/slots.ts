import type { StyleSpecification } from 'maplibre-gl'

/**
 * Empty layers that hazards are placed under, by `beforeId`: areas below borders, marks below names, and what covers
 * all.
 */
export const SLOTS = { areas: 'slot-areas', marks: 'slot-marks', top: 'slot-top' } as const
export type Slot = (typeof SLOTS)[keyof typeof SLOTS]

/** The style with the empty layers that overlays are placed by, where it does not bring them itself. */
export function withSlots(style: StyleSpecification): StyleSpecification {
  const missing = Object.values(SLOTS).filter((slot) => !style.layers.some(({ id }) => id === slot))
  if (missing.length === 0) return style
  // A style of somebody else's has no place known to us under its labels: overlays go on top of it.
  const added = missing.map((id) => ({ id, type: 'background' as const, layout: { visibility: 'none' as const } }))
  return { ...style, layers: [...style.layers, ...added] }
}
