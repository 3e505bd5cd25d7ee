/**
 * What is written and outlined on the map, whatever hazard it is of: its ink, the halo that keeps it off the ground, also
 * off that of somebody else's style, and the ink of what covers much of the map: as faint as still stands off.
 */
export const MAP_INK = {
  dark: { ink: '#eaf4ff', halo: 'rgba(5, 10, 18, 0.85)', faint: 'rgba(234, 244, 255, 0.37)' },
  light: { ink: '#10233a', halo: 'rgba(255, 255, 255, 0.9)', faint: 'rgba(16, 35, 58, 0.56)' },
} as const

/** As little of the ink as an outline may have: of what neither begins nor grows, of reports that are out of date. */
export const FAINTEST = 0.55

/** Of the halo along lines, of which less is enough than around letters. */
export const LINE_HALO_OPACITY = 0.7
