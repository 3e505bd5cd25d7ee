import type { StyleSpecification } from 'maplibre-gl'

/**
 * Empty layers under which hazards are placed, by `beforeId`: they define the order on the map, independent of loading.
 * From the bottom: relief, below towns and waters; areas and the operator's pictures, below borders; marks of hazards;
 * strikes; storms; place names; rings around a place; airports; labels of storms; the selection.
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

/** The style with the empty layers that overlays are placed by, unless the style contains them. */
export function withSlots(style: StyleSpecification): StyleSpecification {
  const missing = Object.values(SLOTS).filter((slot) => !style.layers.some(({ id }) => id === slot))
  if (missing.length === 0) return style
  // A foreign style has no known position below its labels: overlays are placed on top.
  const added = missing.map((id) => ({ id, type: 'background' as const, layout: { visibility: 'none' as const } }))
  return { ...style, layers: [...style.layers, ...added] }
}
