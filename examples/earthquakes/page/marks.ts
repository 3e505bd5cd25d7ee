import type { OverlayMarks } from '../../live/overlay.ts'

/** By how deep they were: what is shallow shakes more. */
export const DEPTHS = [
  { name: 'shallow', untilKm: 70, dark: '#ff7ab2', light: '#b0135a' },
  { name: 'intermediate', untilKm: 300, dark: '#c9a2ff', light: '#6a2fb5' },
  { name: 'deep', untilKm: Number.POSITIVE_INFINITY, dark: '#86d4ff', light: '#0b5f99' },
] as const

export const marks: OverlayMarks = (theme) =>
  DEPTHS.map((depth) => ({ name: depth.name, colours: [{ colour: depth[theme] }] }))
