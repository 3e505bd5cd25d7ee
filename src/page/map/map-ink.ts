/**
 * Colours of text and outlines on the map for all hazards: ink, its halo against any base map, and a faint ink for
 * large areas.
 */
export const MAP_INK = {
  dark: { ink: '#eaf4ff', halo: 'rgba(5, 10, 18, 0.85)', faint: 'rgba(234, 244, 255, 0.37)' },
  light: { ink: '#10233a', halo: 'rgba(255, 255, 255, 0.9)', faint: 'rgba(16, 35, 58, 0.56)' },
} as const

/** Minimum opacity of outlines: for inactive items and outdated reports. */
export const FAINTEST = 0.55

/** Halo along lines, which need less than letters. */
export const LINE_HALO_OPACITY = 0.7
