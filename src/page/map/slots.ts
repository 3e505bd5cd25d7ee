import type { StyleSpecification } from 'maplibre-gl'

/**
 * Empty layers that hazards are placed under, by `beforeId`. Their order is that of the map, from the ground up, whichever
 * hazard comes first: relief, below towns and waters; areas and the operator's pictures, below borders; marks of hazards; strikes; storms; names of places; the rings around a place;
 * airports; what is written of storms; and what is selected.
 */
export const SLOTS = {
  relief: 'slot-relief',
  areas: 'slot-areas',
  pictures: 'slot-pictures',
  marks: 'slot-marks',
  strikes: 'slot-strikes',
  storms: 'slot-storms',
  top: 'slot-top',
  airports: 'slot-airports',
  labels: 'slot-labels',
  selection: 'slot-selection',
} as const
export type Slot = (typeof SLOTS)[keyof typeof SLOTS]

/** The style with its ground, though not its borders and names, so much darker (0 to 1). Slots come first. */
export function dimmed(style: StyleSpecification, share: number): StyleSpecification {
  if (share === 0) return style
  const veil = {
    id: 'dim',
    type: 'background' as const,
    paint: { 'background-color': '#000', 'background-opacity': share },
  }
  const at = style.layers.findIndex(({ id }) => id === SLOTS.areas)
  return { ...style, layers: [...style.layers.slice(0, at), veil, ...style.layers.slice(at)] }
}

/** The style with the empty layers that overlays are placed by, where it does not bring them itself. */
export function withSlots(style: StyleSpecification): StyleSpecification {
  const missing = Object.values(SLOTS).filter((slot) => !style.layers.some(({ id }) => id === slot))
  if (missing.length === 0) return style
  // A style of somebody else's has no place known to us under its labels: overlays go on top of it.
  const added = missing.map((id) => ({ id, type: 'background' as const, layout: { visibility: 'none' as const } }))
  return { ...style, layers: [...style.layers, ...added] }
}
